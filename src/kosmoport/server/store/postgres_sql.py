"""The statements of the PostgreSQL store; a group of appends is one of them, and so one transaction."""

from __future__ import annotations

from kosmoport.server.store.migrations import VERSION_TABLE
from kosmoport.server.store.rows import LINE, ROW

# $1 the owner; $2-$6 table, epoch, after, n, changed_at; $7-$15 the summary, null where there is none;
# $16-$21 the lines. A table appears once. A line's LIMIT keeps the look for its message on the index.
APPEND = """
WITH given AS (
    SELECT * FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
        $8::text[], $9::boolean[], $10::boolean[], $11::boolean[], $12::bigint[], $13::text[], $14::text[],
        $15::text[])
    AS g(id, epoch, after, n, changed_at, game, phase, is_public, sealed, unhurried, wake_at, lobby, result,
        origin)
), lines AS (
    SELECT * FROM unnest($16::text[], $17::bigint[], $18::bigint[], $19::text[], $20::text[], $21::text[])
    AS l(table_id, n, at, entry, sender, message)
), repeated AS (
    SELECT DISTINCT lines.table_id FROM lines, LATERAL (
        SELECT 1 FROM log WHERE log.table_id = lines.table_id AND log.sender = lines.sender
            AND log.message = lines.message AND log.message IS NOT NULL LIMIT 1
    ) AS earlier WHERE lines.message IS NOT NULL
), moved AS (
    UPDATE tables AS t SET
        n = g.n,
        changed_at = coalesce(g.changed_at, t.changed_at),
        game = coalesce(g.game, t.game),
        phase = coalesce(g.phase, t.phase),
        is_public = coalesce(g.is_public, t.is_public),
        sealed = coalesce(g.sealed, t.sealed),
        unhurried = coalesce(g.unhurried, t.unhurried),
        wake_at = CASE WHEN g.phase IS NULL THEN t.wake_at ELSE g.wake_at END,
        lobby = coalesce(g.lobby, t.lobby),
        result = CASE WHEN g.phase IS NULL THEN t.result ELSE g.result END,
        origin = coalesce(g.origin, t.origin)
    FROM given AS g
    WHERE t.id = ANY($2::text[]) AND t.id = g.id AND t.owner = $1 AND t.epoch = g.epoch AND t.n = g.after
        AND NOT EXISTS (SELECT 1 FROM repeated WHERE repeated.table_id = t.id)
    RETURNING t.id
), written AS (
    INSERT INTO log (table_id, n, at, entry, sender, message)
    SELECT lines.* FROM lines JOIN moved ON moved.id = lines.table_id
)
SELECT id FROM moved
"""
# Why some of a group were not written: those that are still ours as expected had a message twice.
STILL_OURS = """
SELECT t.id FROM tables AS t
JOIN unnest($2::text[], $3::bigint[], $4::bigint[]) AS g(id, epoch, after) ON t.id = g.id
WHERE t.id = ANY($2::text[]) AND t.owner = $1 AND t.epoch = g.epoch AND t.n = g.after
"""
# Which appends of a group, whose answer was lost, are there: nobody else writes in our name.
LANDED = """
SELECT t.id FROM tables AS t
JOIN unnest($2::text[], $3::bigint[], $4::bigint[]) AS g(id, epoch, n) ON t.id = g.id
WHERE t.id = ANY($2::text[]) AND t.owner = $1 AND t.epoch = g.epoch AND t.n = g.n
"""
CREATE = (
    f"INSERT INTO tables ({ROW}, owner)"
    " VALUES ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)"
    " ON CONFLICT DO NOTHING RETURNING id"
)
CREATED = "SELECT 1 FROM tables WHERE id = $1 AND owner = $2 AND epoch = 1"
INSERT_LINE = f"INSERT INTO log (table_id, {LINE}) VALUES ($1, $2, $3, $4, $5, $6)"
CLAIM = f"UPDATE tables SET owner = $1, epoch = epoch + 1 WHERE id = $2 RETURNING {ROW}"
OWNED = "SELECT 1 FROM tables WHERE id = $1 AND owner = $2 AND epoch = $3 FOR UPDATE"
THERE = "SELECT 1 FROM tables WHERE id = $1"
DELETE = (
    "DELETE FROM log WHERE table_id = $1",
    "DELETE FROM webhooks WHERE table_id = $1",
    "DELETE FROM pushes WHERE table_id = $1",
    "DELETE FROM tables WHERE id = $1",
)
REWRITE = """
WITH given AS (SELECT * FROM unnest($2::bigint[], $3::text[]) AS g(n, entry))
UPDATE log SET entry = given.entry FROM given WHERE log.table_id = $1 AND log.n = given.n RETURNING log.n
"""
SET_WEBHOOK = (
    "INSERT INTO webhooks (table_id, seat, url) VALUES ($1, $2, $3)"
    " ON CONFLICT (table_id, seat) DO UPDATE SET url = excluded.url"
)
DELETE_WEBHOOK = "DELETE FROM webhooks WHERE table_id = $1 AND seat = $2"
WEBHOOK = "SELECT url FROM webhooks WHERE table_id = $1 AND seat = $2"
SET_PUSH = (
    "INSERT INTO pushes (table_id, seat, devices) VALUES ($1, $2, $3)"
    " ON CONFLICT (table_id, seat) DO UPDATE SET devices = excluded.devices"
)
DELETE_PUSH = "DELETE FROM pushes WHERE table_id = $1 AND seat = $2"
PUSH = "SELECT devices FROM pushes WHERE table_id = $1 AND seat = $2"
SAME_VERSION = f"UPDATE {VERSION_TABLE} SET version_num = version_num"
FIND = f"SELECT {ROW} FROM tables WHERE id = $1"
READ = f"SELECT {LINE} FROM log WHERE table_id = $1 AND n > $2 ORDER BY n LIMIT $3"
LISTED = (
    f"SELECT {ROW} FROM tables WHERE phase = $1 AND is_public = $2 AND changed_at < $3"
    " ORDER BY changed_at DESC LIMIT $4"
)
UNCHANGED = (
    f"SELECT {ROW} FROM tables WHERE phase = $1 AND is_public = $2 AND changed_at < $3"
    " AND (changed_at, id) > ($4, $5) ORDER BY changed_at, id LIMIT $6"
)
DUE = "SELECT id FROM tables WHERE wake_at <= $1 AND phase <> 'closed' ORDER BY wake_at LIMIT $2"
