-- Deletes up to `most` events of an organization that is being purged, the oldest first. Returns their number.
-- Called by: event-queue, when an operator purges an organization. No service may delete from the log.
-- Writes: event_log.
CREATE OR REPLACE FUNCTION event_log_purge(organization integer, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  last_seq bigint;
  deleted integer;
BEGIN
  IF NOT EXISTS (SELECT FROM organization o WHERE o.id = organization AND o.purge_started_at IS NOT NULL) THEN RETURN 0; END IF;
  SELECT max(seq) INTO last_seq FROM (
    SELECT e.seq FROM event_log e WHERE e.organization_id = organization ORDER BY e.seq LIMIT most) AS oldest;
  DELETE FROM event_log e WHERE e.organization_id = organization AND e.seq <= last_seq;
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN deleted;
END $$;
REVOKE ALL ON FUNCTION event_log_purge(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_purge(integer, integer) TO parley_event_queue;
