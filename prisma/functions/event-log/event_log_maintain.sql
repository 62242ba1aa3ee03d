-- Prepares the partitions of the coming days and drops those that ended more than `keep_days` ago. Idempotent. Returns the number dropped.
-- Called by: event-queue, in a job. Only the owner of a table can create and drop its partitions.
-- Writes: event_log.
CREATE OR REPLACE FUNCTION event_log_maintain(keep_days integer, ahead_days integer DEFAULT 3) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  day date;
  name text;
  dropped integer := 0;
BEGIN
  IF keep_days < 8 THEN
    RAISE EXCEPTION 'event_log must be kept longer than the longest idle timeout of a queue (7 days)';
  END IF;
  PERFORM pg_advisory_xact_lock(72707370);
  FOR day IN SELECT generate_series(1, ahead_days) + (now() AT TIME ZONE 'UTC')::date LOOP
    name := 'event_log_' || to_char(day, 'YYYYMMDD');
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF event_log FOR VALUES FROM (%L) TO (%L)', name, day::text || ' 00:00+00', (day + 1)::text || ' 00:00+00');
    END IF;
  END LOOP;
  FOR name IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'event_log'::regclass AND c.relname ~ '^event_log_[0-9]{8}$'
      AND to_date(right(c.relname, 8), 'YYYYMMDD') < (now() AT TIME ZONE 'UTC')::date - keep_days
  LOOP
    EXECUTE format('DROP TABLE %I', name);
    dropped := dropped + 1;
  END LOOP;
  DELETE FROM event_log_default WHERE at < now() - make_interval(days => keep_days);
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION event_log_maintain(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_maintain(integer, integer) TO parley_event_queue;
