-- An incarnation of the log: PostgreSQL may go back in time, and then gives the same seqs and message ids to other events and messages.
-- What is kept outside PostgreSQL (cursors, queues, bodies of events) belongs to one incarnation. See docs/adr/0020-incarnations-of-the-log.md.

-- Declared IMMUTABLE because a generated column asks for it. It is not: each row that is written anew gets another value.
CREATE FUNCTION random_origin(restored_at timestamptz) RETURNS text
LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog AS $$
BEGIN
  RETURN left(replace(gen_random_uuid()::text, '-', ''), 12);
END $$;

-- origin is in no dump, so PostgreSQL computes it anew when a dump is restored, and when restored_at is set. Other updates leave it alone.
-- Never add a BEFORE UPDATE trigger to this table: PostgreSQL would then compute origin with each update.
ALTER TABLE organization_counter
  ADD COLUMN restored_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN origin text GENERATED ALWAYS AS (random_origin(restored_at)) STORED;

-- The timeline is that of the server that runs the statement. PostgreSQL begins a new one when a standby is promoted, and when a base backup is
-- recovered to a point in time. It is known at once, not with the next checkpoint as in pg_control_checkpoint(). Superusers alone need nothing here.
-- One expression, so that the planner puts it in place of the call.
CREATE FUNCTION log_incarnation(origin text) RETURNS text LANGUAGE sql VOLATILE AS
$$ SELECT origin || '-' || ltrim(left(pg_walfile_name(pg_current_wal_lsn()), 8), '0') $$;

-- Refuses, as a server that shuts down does, to read under a snapshot that another server exported.
CREATE FUNCTION must_be_server(started numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF extract(epoch FROM pg_postmaster_start_time()) <> started THEN
    RAISE EXCEPTION 'the snapshot is of another server' USING ERRCODE = '57P01';
  END IF;
END $$;

-- Ids of messages that were lost are not given again: clients may keep messages by id.
CREATE FUNCTION pass_message_ids() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- One at a time: of two that read and set, the later could set the sequence back.
  PERFORM pg_advisory_xact_lock(72707372);
  PERFORM setval('message_id_seq', nextval('message_id_seq') + 100000);
END $$;
REVOKE ALL ON FUNCTION pass_message_ids() FROM PUBLIC;

-- For an operator who restored the files of a server: neither a dump nor a new timeline shows that.
CREATE FUNCTION new_log_incarnation() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organizations bigint;
BEGIN
  PERFORM pass_message_ids();
  -- In one order, so that two calls do not wait for each other for ever.
  PERFORM FROM organization_counter ORDER BY organization_id FOR UPDATE;
  UPDATE organization_counter SET restored_at = clock_timestamp();
  GET DIAGNOSTICS organizations = ROW_COUNT;
  RETURN organizations;
END $$;
REVOKE ALL ON FUNCTION new_log_incarnation() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION pass_message_ids(), new_log_incarnation() TO parley_event_queue;
