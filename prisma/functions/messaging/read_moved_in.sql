-- When all of a channel becomes read: marks messages as read that were moved into it, which the watermark of this channel does not cover.
-- `people` null: all users.
-- Called by: messaging; mark_archived_channel_read.
-- Writes: message_flag.
CREATE OR REPLACE FUNCTION read_moved_in(organization integer, people integer[], channel integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO message_flag (user_id, organization_id, message_id, flags)
  SELECT here.user_id, organization, m.id, 1 /* FLAG_BITS.read */
  FROM message m
  JOIN subscription_span here ON here.organization_id = organization AND here.channel_id = channel AND here.until_id = 9223372036854775807 AND m.moved_at_id > here.after_id
  JOIN subscription_span s ON s.organization_id = organization AND s.user_id = here.user_id AND s.channel_id = m.origin_channel_id AND s.until_id = 9223372036854775807
    AND m.id > s.after_id
  LEFT JOIN channel_read r ON r.organization_id = organization AND r.user_id = s.user_id AND r.channel_id = s.channel_id
  WHERE m.organization_id = organization AND m.channel_id = channel AND m.origin_channel_id <> channel
    AND (people IS NULL OR here.user_id = ANY (people)) AND m.id > coalesce(r.read_id, 0)
  ON CONFLICT DO NOTHING
$$;
REVOKE ALL ON FUNCTION read_moved_in(integer, integer[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION read_moved_in(integer, integer[], integer) TO parley_messaging;
