-- Texts of deleted messages that the event log still holds: clients whose queues are behind may yet be told of them. event-queue has them erased.
CREATE TABLE text_to_erase (
  organization_id integer NOT NULL,
  message_id bigint NOT NULL,
  sent_at timestamptz NOT NULL,
  -- It was edited, or has submessages: events after the sending hold texts too.
  is_changed boolean NOT NULL,
  deleted_at timestamptz NOT NULL DEFAULT now(),
  -- The newest event before the deletion. A queue that has acknowledged it needs no text of the message.
  after_seq bigint NOT NULL,
  PRIMARY KEY (organization_id, message_id)
);

GRANT SELECT ON text_to_erase TO parley_messaging, parley_channels, parley_settings, parley_organization, parley_invitations, parley_event_queue;
GRANT INSERT ON text_to_erase TO parley_messaging;

-- A seq before which nothing was logged at the moment or later. The time of an event is that of its statement or of the beginning of its
-- transaction, so times are in the order of seqs but for a minute at most.
CREATE FUNCTION event_log_place(organization integer, moment timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
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

-- Erases texts that no queue needs, or that were deleted so many seconds ago. The events stay, with empty texts, so that no seq is missing.
-- Returns whether there may be more to erase at once.
CREATE FUNCTION event_log_erase_texts(organization integer, acknowledged_seq bigint, most_seconds integer) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  most constant integer := 500;
  gone text_to_erase;
  first_seq bigint;
  last_seq bigint;
  ids bigint[] := '{}';
  changed bigint[] := '{}';
  changed_from bigint;
  changed_to bigint;
BEGIN
  FOR gone IN
    SELECT t.* FROM text_to_erase t
    WHERE t.organization_id = organization
      AND (t.after_seq <= acknowledged_seq OR t.deleted_at <= now() - make_interval(secs => most_seconds))
    ORDER BY t.message_id LIMIT most FOR UPDATE SKIP LOCKED
  LOOP
    ids := ids || gone.message_id;
    first_seq := event_log_place(organization, gone.sent_at);
    last_seq := event_log_place(organization, gone.sent_at + interval '2 minutes');
    UPDATE event_log e SET payload = jsonb_set(e.payload, '{message}', (e.payload -> 'message') - 'submessages' || '{"content": "", "rendered": ""}')
    WHERE e.organization_id = organization AND e.seq BETWEEN first_seq AND last_seq
      AND e.type = 'message.sent' AND (e.payload -> 'message' ->> 'id')::bigint = gone.message_id;
    IF gone.is_changed THEN
      changed := changed || gone.message_id;
      changed_from := least(changed_from, first_seq);
      changed_to := greatest(changed_to, gone.after_seq);
    END IF;
  END LOOP;
  -- Once for all of them: this reads the log from the first sending to the last deletion.
  IF cardinality(changed) > 0 THEN
    UPDATE event_log e SET payload = CASE e.type
      WHEN 'submessage.added' THEN jsonb_set(e.payload, '{submessage,content}', '"{}"')
      ELSE jsonb_set(e.payload, '{content}', (e.payload -> 'content') || '{"before": "", "renderedBefore": "", "after": "", "rendered": ""}') END
    WHERE e.organization_id = organization AND e.seq BETWEEN changed_from AND changed_to
      AND CASE e.type
        WHEN 'submessage.added' THEN (e.payload -> 'submessage' ->> 'message_id')::bigint = ANY (changed)
        WHEN 'message.updated' THEN (e.payload ->> 'messageId')::bigint = ANY (changed) AND jsonb_typeof(e.payload -> 'content') = 'object'
        ELSE false END;
  END IF;
  DELETE FROM text_to_erase t WHERE t.organization_id = organization AND t.message_id = ANY (ids);
  RETURN cardinality(ids) = most;
END $$;
REVOKE ALL ON FUNCTION event_log_place(integer, timestamptz), event_log_erase_texts(integer, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_erase_texts(integer, bigint, integer) TO parley_event_queue;
