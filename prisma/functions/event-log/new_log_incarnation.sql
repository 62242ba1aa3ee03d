-- Begins a new incarnation of the log in each organization, for an operator who restored the files of a server: unlike a restored dump or a promoted
-- standby, this cannot be detected. Returns the number of organizations.
-- Called by: event-queue, for the command `admin new-incarnation`.
-- Writes: organization_counter, the sequence message_id_seq.
CREATE OR REPLACE FUNCTION new_log_incarnation() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organizations bigint;
BEGIN
  PERFORM skip_message_ids();
  -- In one order, so that two calls cannot deadlock.
  PERFORM FROM organization_counter ORDER BY organization_id FOR UPDATE;
  UPDATE organization_counter SET restored_at = clock_timestamp();
  GET DIAGNOSTICS organizations = ROW_COUNT;
  RETURN organizations;
END $$;
REVOKE ALL ON FUNCTION new_log_incarnation() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION new_log_incarnation() TO parley_event_queue;
