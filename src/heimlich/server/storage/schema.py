"""The tables of the database. migrations/ brings an older database to this form."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    true,
)

metadata = MetaData()

# The truth: what happened at each table, one row per event, never changed.
log = Table(
    "log",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("row", Text, nullable=False),
    sqlite_with_rowid=False,
)

# The list of tables, for the lobby, the keepers of clocks and the operators; made from the log and written with it.
tables = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("host", String(32), nullable=False),
    Column("game", String(32), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("summary", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    Index("tables_by_stage", "stage", "public"),
    Index("tables_by_host", "host", "stage"),
)

# The guests who have been at each table, so that of tables with one deal a guest gets to know only one.
visits = Table(
    "visits",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
)

guests = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("nickname", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False, default=0, server_default="0"),  # to the day
)

# Guests who have asked to be forgotten, until no trace of them is left at any table.
departures = Table(
    "departures",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

# Finished tables as each guest who came there has played them; made from the log, and can be made again from it. They
# outlive their tables, and go with their guests.
plays = Table(
    "plays",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("table_id", String(32), primary_key=True),
    Column("ended_at", BigInteger, nullable=False),
    Column("result", String(16), nullable=False),
    Column("play", Text, nullable=False),  # as JSON; "" for those who did not play
    Index("plays_by_guest", "guest", "ended_at"),
    Index("plays_by_table", "table_id"),
)

# Every seat of every game that counts for ratings, with the rating before and after it; ratings.py. They outlive their
# tables; of a forgotten guest the rating before each game stays, without the guest.
rated_seats = Table(
    "rated_seats",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended_at", BigInteger, nullable=False),
    Column("guest", String(32), nullable=False),  # "" for a bot, and for a forgotten guest
    Column("bot", String(32), nullable=False),
    Column("place", Integer, nullable=False),  # from 1; equal for those who share a place
    Column("mu_before", Double, nullable=False),
    Column("sigma_before", Double, nullable=False),
    Column("mu_after", Double, nullable=False),
    Column("sigma_after", Double, nullable=False),
    Index("rated_by_kind", "game", "players", "ended_at", "table_id"),
    Index("rated_by_guest", "guest", "ended_at"),
)

# Stories of finished tables; told from the log, and can be told again from it. They hold no names of people.
stories = Table(
    "stories",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("stamp", String(32), nullable=False),  # the form of the story, and the pads that it knows
    Column("story", LargeBinary, nullable=False),  # compressed JSON
)

# Secrets are kept as SHA-256 only: reading the database lets nobody sign in as a guest.
tokens = Table(
    "tokens",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("how", String(16), nullable=False, default="", server_default=""),  # "": new guest; code, passkey, recovery
    Column("proved_at", BigInteger, nullable=False, default=0, server_default="0"),  # by passkey or recovery code
)

codes = Table(
    "codes",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("until_ms", BigInteger, nullable=False),
)

# Passkeys: public keys whose private halves are on the guests' devices. Both texts are base64url.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),  # the credential id, which the authenticator has made
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", Text, nullable=False),  # as COSE
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(64), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),  # 0: never
)

# Recovery codes. A used one stays until new ones are made, so that its owner can see when it was used.
recoveries = Table(
    "recoveries",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", BigInteger, nullable=False),
    Column("used_at", BigInteger, nullable=False),  # 0: not yet
)

# Challenges that passkeys have to sign, each for one ceremony and a few minutes.
ceremonies = Table(
    "ceremonies",
    metadata,
    Column("hash", String(64), primary_key=True),  # of the ceremony's secret name
    Column("kind", String(16), nullable=False),
    Column("guest", String(32), nullable=False),  # "": anyone
    Column("challenge", String(64), nullable=False),  # hexadecimal
    Column("until_ms", BigInteger, nullable=False, index=True),
)

# Guests who have become part of another guest, until all their tables have followed.
joins = Table(
    "joins",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("into", String(32), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
)

# The process that acts for bots and clocks of each table; a process that falls silent loses its claims.
processes = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("heard_at", BigInteger, nullable=False),
)

leases = Table(
    "claims",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("process", String(32), nullable=False, index=True),
)

# The guests who are connected to each table, the process of each connection, and whether they are looking at it.
presences = Table(
    "presences",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("guest", String(32), primary_key=True),
    Column("process", String(32), primary_key=True, index=True),
    Column("looking", Boolean, nullable=False, default=True, server_default=true()),
)

# Times that are kept from one start to the next: the server's own clock.
marks = Table(
    "marks",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
)

# The server's own key for push services: made at the first start, and the same for all processes.
push_keys = Table(
    "push_keys",
    metadata,
    Column("name", String(16), primary_key=True),
    Column("private", String(64), nullable=False),
    Column("public", String(128), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# Devices that are called when it is their guest's turn, each by its token.
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("token", String(64), ForeignKey("tokens.hash", ondelete="CASCADE"), primary_key=True),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", String(128), nullable=False),
    Column("auth", String(32), nullable=False),
    Column("language", String(8), nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

# What a guest wants of calls, and when the latest ones were made (within an hour).
push_wishes = Table(
    "push_wishes",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("is_off", Boolean, nullable=False),
    Column("quiet_from", Integer, nullable=False),  # minutes of the day
    Column("quiet_to", Integer, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("recent", Text, nullable=False),  # times as JSON
)

# Tables that a guest has switched off, and the last question for which a guest was called.
push_tables = Table(
    "push_tables",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", String(32), primary_key=True, index=True),
    Column("is_quiet", Boolean, nullable=False),
    Column("called_for", BigInteger, nullable=False),  # since when it was asked
)

# Standing groups of guests. Everyone who knows a group's link may join it; a new link makes the old one void.
groups = Table(
    "groups",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("link", String(32), nullable=False, unique=True),
    Column("name", String(64), nullable=False),
    Column("last_number", Integer, nullable=False),  # that a member has got; none is given twice
    Column("created_at", BigInteger, nullable=False),
)

# Members are known to each other by their numbers. The one with the lowest rank keeps the group.
group_members = Table(
    "group_members",
    metadata,
    Column("group_id", String(32), ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("number", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    Column("is_called", Boolean, nullable=False),  # when a table is opened for the group
    UniqueConstraint("group_id", "number", name="group_members_by_number"),
)

# Tables that were opened for a group, and their rematches. A row stays when its table is deleted: plays stay, too.
group_tables = Table(
    "group_tables",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("group_id", String(32), ForeignKey("groups.id", ondelete="CASCADE"), nullable=False, index=True),
)

# Seasons of groups: deals that every member plays, each at a table of their own. Without its group, a season ends.
seasons = Table(
    "seasons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("group_id", String(32), ForeignKey("groups.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("name", String(64), nullable=False),
    Column("terms", Text, nullable=False),  # as JSON
    Column("bots", Text, nullable=False),  # of the other seats, as JSON
    Column("version", Integer, nullable=False),  # of the rules
    Column("deals", Integer, nullable=False),
    Column("seed", String(64), nullable=False),  # of all deals, hexadecimal; a secret until the season is over
    Column("created_at", BigInteger, nullable=False),
    Column("ends_at", BigInteger, nullable=False),
    Column("over_at", BigInteger, nullable=False),  # 0: not yet
    Column("is_settled", Boolean, nullable=False),  # all its tables know that it is over
)

# The tables of seasons, each of one guest for one deal; without a guest if it does not count for anybody (any more).
season_tables = Table(
    "season_tables",
    metadata,
    Column("table_id", String(32), primary_key=True),
    Column("season_id", String(32), ForeignKey("seasons.id", ondelete="CASCADE"), nullable=False),
    Column("deal", Integer, nullable=False),  # from 0
    Column("guest", String(32), ForeignKey("guests.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("begun_at", BigInteger, nullable=False),
    UniqueConstraint("season_id", "deal", "guest", name="season_tables_by_deal"),
)

# Tables that are being opened, each for a purpose: two who ask for one at the same moment get one table. For a minute.
openings = Table(
    "openings",
    metadata,
    Column("purpose", String(64), primary_key=True),  # a hash
    Column("table_id", String(32), nullable=False),
    Column("until_ms", BigInteger, nullable=False),
)
