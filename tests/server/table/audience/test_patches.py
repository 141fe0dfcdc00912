"""Patches: what changed between two pictures, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from heimlich.server.table.audience.patches import Picture, apply_patch, patch

_pictures = st.recursive(
    st.dictionaries(st.sampled_from("abcd"), st.integers(0, 2) | st.lists(st.integers(0, 2), max_size=2), max_size=4),
    lambda inner: st.dictionaries(st.sampled_from("abcd"), inner | st.booleans(), max_size=4),
    max_leaves=10,
)


@given(old=_pictures, new=_pictures)
def test_a_patch_makes_the_new_picture_of_the_old_one(old: Picture, new: Picture) -> None:
    before = repr(old)
    assert apply_patch(old, patch(old, new)) == new
    assert repr(apply_patch(old, patch(old, new))).count("True") == repr(new).count("True")
    assert repr(old) == before
    assert patch(new, new) == {}
    assert patch(new, dict(new)) == {}


def test_only_what_changed_is_sent() -> None:
    old = {"at": {"red": 1, "blue": 2}, "roll": "3", "list": [1, 2]}
    new = {"at": {"red": 4, "blue": 2}, "list": [1, 2], "own": {"hand": ["a"]}}
    assert patch(old, new) == {"roll": None, "at": {"red": 4}, "own": {"hand": ["a"]}}
