-- Returns a seq such that no earlier event was logged at `moment` or later. The time of an event is that of its statement or of the beginning of
-- its transaction, so times are in the order of seqs, except for a minute at most.
-- Called by: event_log_erase_texts.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION event_log_seq_at(organization integer, moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
  low bigint := 1;
  high bigint;
  middle bigint;
  seen timestamptz;
BEGIN
  SELECT c.seq + 1 INTO high FROM organization_counter c WHERE c.organization_id = organization;
  WHILE low < high LOOP
    middle := (low + high) / 2;
    SELECT e.at INTO seen FROM event_log e WHERE e.organization_id = organization AND e.seq = middle;
    -- Not there: it went with its day.
    IF seen IS NULL OR seen < moment - interval '1 minute' THEN
      low := middle + 1;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN low;
END $$;
REVOKE ALL ON FUNCTION event_log_seq_at(integer, timestamptz) FROM PUBLIC;
