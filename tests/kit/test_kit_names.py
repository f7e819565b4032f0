"""Names of parts: ASCII, for people, distinct where case is ignored."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kitgen.kit.names import label_names

WINDOWS_DEVICES = {"con", "prn", "aux", "nul", *(f"com{i}" for i in range(10))}


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("A", "A"),
        ("Qu", "Qu"),
        ("SZ", "SZ"),
        ("_", "blank"),
        ("Ä", "A-diaeresis"),
        ("ä", "a-diaeresis"),
        ("Ø", "O-stroke"),
        ("ß", "latin-sharp-s"),
        ("Ω", "greek-omega"),
        ("Ж", "cyrillic-zhe"),
        ("L·L", "L-middle-dot-L"),
        ("ÑÑ", "N-tilde-N-tilde"),
    ],
)
def test_names_can_be_read(label: str, name: str) -> None:
    assert label_names([label]) == {label: name}


@pytest.mark.parametrize(
    ("labels", "names"),
    [
        (["Qu", "QU"], ["Qu", "QU-2"]),
        (["QU", "Qu", "qu"], ["QU", "Qu-2", "qu-3"]),
        (["É", "é"], ["E-acute", "e-acute-2"]),
        (["Ω", "ω"], ["greek-omega", "greek-omega-2"]),
    ],
)
def test_names_differ_where_case_is_ignored(labels: list[str], names: list[str]) -> None:
    assert list(label_names(labels).values()) == names


LABELS = st.lists(
    st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=3),
    min_size=1,
    max_size=40,
    unique=True,
)


@given(LABELS)
def test_any_labels_give_safe_names(labels: list[str]) -> None:
    names = label_names(labels)
    assert list(names) == labels
    assert len({name.casefold() for name in names.values()}) == len(labels)
    for name in names.values():
        # After `tile-` and before `.stl`: no device name, no dot or blank at an end.
        assert re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", name), name
        assert f"tile-{name}".split(".")[0].casefold() not in WINDOWS_DEVICES
