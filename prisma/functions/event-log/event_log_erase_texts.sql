-- Erases texts of deleted messages that no queue needs, or that were deleted more than `most_seconds` ago. The events stay, with empty texts, so that no
-- seq is missing. Returns whether more can be erased at once.
-- Called by: event-queue, in a job. No service may update the log.
-- Writes: event_log, text_to_erase.
CREATE OR REPLACE FUNCTION event_log_erase_texts(organization integer, acknowledged_seq bigint, most_seconds integer) RETURNS boolean
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
    first_seq := event_log_seq_at(organization, gone.sent_at);
    last_seq := event_log_seq_at(organization, gone.sent_at + interval '2 minutes');
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
      WHEN 'reminder.created' THEN jsonb_set(e.payload, '{reminder}', (e.payload -> 'reminder') || '{"content": "", "rendered_content": ""}')
      ELSE jsonb_set(e.payload, '{content}', (e.payload -> 'content') || '{"before": "", "renderedBefore": "", "after": "", "rendered": ""}') END
    WHERE e.organization_id = organization AND e.seq BETWEEN changed_from AND changed_to
      AND CASE e.type
        WHEN 'submessage.added' THEN (e.payload -> 'submessage' ->> 'message_id')::bigint = ANY (changed)
        WHEN 'reminder.created' THEN (e.payload -> 'reminder' ->> 'reminder_target_message_id')::bigint = ANY (changed)
        WHEN 'message.updated' THEN (e.payload ->> 'messageId')::bigint = ANY (changed) AND jsonb_typeof(e.payload -> 'content') = 'object'
        ELSE false END;
  END IF;
  DELETE FROM text_to_erase t WHERE t.organization_id = organization AND t.message_id = ANY (ids);
  RETURN cardinality(ids) = most;
END $$;
REVOKE ALL ON FUNCTION event_log_erase_texts(integer, bigint, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION event_log_erase_texts(integer, bigint, integer) TO parley_event_queue;
