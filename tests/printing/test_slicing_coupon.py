"""Coupons through PrusaSlicer: quick, of little plastic, and no support."""

import subprocess
import sys

import pytest
from gcode import SUPPORTS

from kitgen.kit.coupon import JOINTS

MOST_MINUTES = 45.0
"""At the speeds of PrusaSlicer's own defaults; `gcode.SETTINGS` has the other flags."""
MOST_CM3 = 6.0


@pytest.fixture(scope="module")
def coupons(tmp_path_factory):
    folder = tmp_path_factory.mktemp("coupons") / "kit"
    arguments = [sys.executable, "-m", "kitgen", "coupon", "--quiet", "-o", str(folder)]
    subprocess.run(arguments, check=True)
    return folder


@pytest.mark.parametrize("joint", JOINTS)
def test_a_coupon_prints_quickly_and_without_support(coupons, sliced, joint):
    path = coupons / f"3mf/coupon-{joint}.3mf"
    plain, supported = sliced(path), sliced(path, *SUPPORTS)
    assert 60 * plain.hours < MOST_MINUTES
    assert plain.filament_cm3 < MOST_CM3
    assert supported.support_cm3 == 0


@pytest.mark.parametrize("joint", JOINTS)
def test_the_number_is_printed_on_its_layers(coupons, sliced, joint):
    """Two layers stand above the flat tops: the numbers, and nothing beside them."""
    gcode = sliced(coupons / f"3mf/coupon-{joint}.3mf")
    for z in gcode.layers[-2:]:
        kinds = {str(kind) for kind in gcode.at(z).kind}
        assert "External perimeter" in kinds
        assert not any("Bridge" in kind for kind in kinds)
