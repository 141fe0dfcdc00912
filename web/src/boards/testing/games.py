"""Every game with its editions, variants and settings, as the server sends them, for howto.test.ts."""

import sys

import msgspec

from heimlich.server.web.tables.playable import all_games

sys.stdout.buffer.write(msgspec.json.encode(all_games()))
