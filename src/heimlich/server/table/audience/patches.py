"""The difference between two pictures, as a JSON merge patch (RFC 7396).

A patch changes objects key by key, at any depth: null removes a key; everything else, lists included, is replaced as a
whole. So pictures never contain null. `apply_patch(old, patch(old, new)) == new` for all pictures.
"""

from typing import Any

Picture = dict[str, Any]


def patch(old: Picture, new: Picture) -> Picture:
    """Return the merge patch that turns the old picture into the new one."""
    if old is new:
        return {}
    changes: Picture = {key: None for key in old if key not in new}
    for key, value in new.items():
        before = old.get(key)
        if before is value:
            continue
        if isinstance(before, dict) and isinstance(value, dict):
            inner = patch(before, value)
            if inner:
                changes[key] = inner
        elif before != value or type(before) is not type(value):
            changes[key] = value
    return changes


def apply_patch(old: Picture, changes: Picture) -> Picture:
    """Return the picture with the changes merged in; the old picture is not modified."""
    new = dict(old)
    for key, value in changes.items():
        before = new.get(key)
        if value is None:
            new.pop(key, None)
        elif isinstance(value, dict):
            new[key] = apply_patch(before if isinstance(before, dict) else {}, value)
        else:
            new[key] = value
    return new
