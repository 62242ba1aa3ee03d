-- Returns the incarnation of the log (docs/adr/0020-incarnations-of-the-log.md): the origin of the counter row and the timeline of the server.
-- PostgreSQL begins a new timeline when a standby is promoted, and when a base backup is recovered to a point in time. It is known at once, not
-- with the next checkpoint as in pg_control_checkpoint(). Functions without special rights are enough here. One expression, so that the planner
-- inlines it.
-- Called by: all services that write or read the log, through libs/event-log; messaging, in the statement of a send.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION log_incarnation(origin text) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT origin || '-' || ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0') $$;
