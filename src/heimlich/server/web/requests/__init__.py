"""Every request before its route and after it: size and time, path, cookie, origin, limits, errors as answers."""
