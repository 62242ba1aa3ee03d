-- Read state of moved messages. A message is read or unread by the watermark of the channel it was received in, wherever it is now; what
-- somebody does to one of the two channels must not change what he has in the other. Owned by messaging, whose tables they write.

CREATE INDEX message_moved_in ON message (channel_id, id) WHERE origin_channel_id IS NOT NULL;

-- Before people leave `channels`, or their watermarks there move: what they received there and have unread elsewhere stays unread, by a row.
-- `people` null: everybody.
CREATE FUNCTION pin_moved_unread(organization integer, people integer[], channels integer[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO message_flag (user_id, organization_id, message_id, flags)
  SELECT s.user_id, organization, m.id, 0
  FROM subscription_span s
  LEFT JOIN channel_read r ON r.user_id = s.user_id AND r.channel_id = s.channel_id
  JOIN message m ON m.origin_channel_id = s.channel_id AND m.id > s.after_id AND m.id > coalesce(r.read_id, 0)
  JOIN subscription_span here ON here.user_id = s.user_id AND here.channel_id = m.channel_id AND here.until_id = 9223372036854775807
    AND m.moved_at_id > here.after_id
  WHERE s.organization_id = organization AND s.channel_id = ANY (channels) AND (people IS NULL OR s.user_id = ANY (people))
    AND s.until_id = 9223372036854775807 AND m.channel_id <> ALL (channels)
    AND NOT (m.sender_id = s.user_id AND m.attrs & 64 <> 0)
    AND NOT EXISTS (SELECT FROM muted_user u WHERE u.user_id = s.user_id AND u.sender_id = m.sender_id AND m.id <= u.read_until_id)
  ON CONFLICT DO NOTHING
$$;

-- When everything in a channel becomes read: what was moved into it, which the watermark of this channel does not reach. `people` null: everybody.
CREATE FUNCTION read_moved_in(organization integer, people integer[], channel integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO message_flag (user_id, organization_id, message_id, flags)
  SELECT here.user_id, organization, m.id, 1
  FROM message m
  JOIN subscription_span here ON here.channel_id = channel AND here.until_id = 9223372036854775807 AND m.moved_at_id > here.after_id
  JOIN subscription_span s ON s.user_id = here.user_id AND s.channel_id = m.origin_channel_id AND s.until_id = 9223372036854775807
    AND m.id > s.after_id
  LEFT JOIN channel_read r ON r.user_id = s.user_id AND r.channel_id = s.channel_id
  WHERE m.organization_id = organization AND m.channel_id = channel AND m.origin_channel_id <> channel
    AND (people IS NULL OR here.user_id = ANY (people)) AND m.id > coalesce(r.read_id, 0)
  ON CONFLICT DO NOTHING
$$;

CREATE OR REPLACE FUNCTION mark_archived_channel_read(organization integer, channel integer, newest bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  SELECT pin_moved_unread(organization, NULL, ARRAY[channel]);
  SELECT read_moved_in(organization, NULL, channel);
  UPDATE message_flag f SET flags = f.flags | 1
  FROM message m
  WHERE m.channel_id = channel AND m.organization_id = organization
    AND f.message_id = m.id AND f.organization_id = organization AND f.flags & 1 = 0;
  INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
  SELECT s.user_id, s.channel_id, s.organization_id, newest FROM subscription_span s
  WHERE s.channel_id = channel AND s.organization_id = organization AND s.until_id = 9223372036854775807
  ON CONFLICT (user_id, channel_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id);
$$;

REVOKE ALL ON FUNCTION pin_moved_unread(integer, integer[], integer[]), read_moved_in(integer, integer[], integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pin_moved_unread(integer, integer[], integer[]) TO parley_channels, parley_messaging;
GRANT EXECUTE ON FUNCTION read_moved_in(integer, integer[], integer) TO parley_messaging;
