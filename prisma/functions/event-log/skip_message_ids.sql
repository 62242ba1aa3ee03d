-- Skips 100,000 message ids of this cell. Ids of messages that were lost are not assigned again, because clients may store messages by id.
-- Called by: event-queue, when it finds a new incarnation of the log, before the queues of the old one end; new_log_incarnation.
-- Writes: the sequence message_id_seq.
CREATE OR REPLACE FUNCTION skip_message_ids() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  -- One at a time: of two that read and set, the later could set the sequence back.
  PERFORM pg_advisory_xact_lock(72707372);
  -- In steps of the sequence: the ids between them belong to other cells (docs/adr/0045-cells.md).
  PERFORM setval('message_id_seq', nextval('message_id_seq') + 100000 * seqincrement)
    FROM pg_sequence WHERE seqrelid = 'message_id_seq'::regclass;
END $$;
REVOKE ALL ON FUNCTION skip_message_ids() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION skip_message_ids() TO parley_event_queue;
