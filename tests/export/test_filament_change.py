"""Where one nozzle changes colour: on a layer, above the body, for raised letters alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.errors import BuildError
from kitgen.export.filament_change import filament_change

COLOUR = "#20262E"


def test_the_change_is_where_letters_begin():
    swap = filament_change("raised", letter_base_z=5.6, relief=0.8, layer_height=0.2, colour=COLOUR)
    assert (swap.z_mm, swap.layer, swap.layer_top_mm) == (5.6, 29, 5.8)
    assert swap.colour == COLOUR


@pytest.mark.parametrize("style", ["engraved", "inlay"])
def test_other_letters_take_no_change(style):
    assert (
        filament_change(style, letter_base_z=4.8, relief=0.8, layer_height=0.2, colour=COLOUR)
        is None
    )


@given(st.integers(5, 60), st.integers(2, 8), st.sampled_from([0.08, 0.12, 0.16, 0.2, 0.28]))
def test_layers_are_counted_from_one(below, above, layer_height):
    swap = filament_change(
        "raised",
        letter_base_z=below * layer_height,
        relief=above * layer_height,
        layer_height=layer_height,
        colour=COLOUR,
    )
    assert swap.layer == below + 1
    assert swap.layer_top_mm == pytest.approx(swap.layer * layer_height)
    assert swap.z_mm == pytest.approx(below * layer_height)


@pytest.mark.parametrize(
    ("base", "relief", "said"),
    [(5.5, 0.8, "begin at 5.5 mm, no whole number of layers"), (5.6, 0.2, "less than two layers")],
)
def test_a_change_inside_a_layer_or_for_one_layer_is_refused(base, relief, said):
    with pytest.raises(BuildError, match=said):
        filament_change(
            "raised", letter_base_z=base, relief=relief, layer_height=0.2, colour=COLOUR
        )
