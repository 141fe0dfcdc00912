"""What changed between two pictures, as a JSON merge patch (RFC 7396).

Objects are compared key by key, at any depth; a key with null is taken away; everything else, lists included, is
replaced whole. So pictures never hold null. `apply_patch(old, patch(old, new)) == new` for all pictures.
"""

from typing import Any

Picture = dict[str, Any]


def patch(old: Picture, new: Picture) -> Picture:
    """What has to be merged into the old picture to make it the new one."""
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
    """The picture with the changes merged in; the old one stays as it is."""
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
