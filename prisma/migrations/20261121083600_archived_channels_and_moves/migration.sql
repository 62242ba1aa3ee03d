-- Nothing in a channel that is being archived stays unread, and nothing elsewhere becomes read by it. Owned by messaging, whose tables it
-- writes; called with the organization's counter locked. Replaces the first form, which knew nothing of moved messages: what was received
-- elsewhere and moved here is read by rows, since the watermark of this channel says nothing of it; what was received here and moved
-- elsewhere gets rows that say unread before the watermark passes it.
CREATE OR REPLACE FUNCTION mark_archived_channel_read(organization integer, channel integer, newest bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE message_flag f SET flags = f.flags | 1
  FROM message m
  WHERE m.channel_id = channel AND m.organization_id = organization
    AND f.message_id = m.id AND f.organization_id = organization AND f.flags & 1 = 0;

  INSERT INTO message_flag (user_id, organization_id, message_id, flags)
  SELECT received.user_id, organization, m.id, CASE WHEN m.channel_id = channel THEN 1 ELSE 0 END
  FROM message m
  JOIN subscription_span received ON received.channel_id = m.origin_channel_id AND received.until_id = 9223372036854775807 AND m.id > received.after_id
  JOIN subscription_span present ON present.user_id = received.user_id AND present.channel_id = m.channel_id
    AND present.until_id = 9223372036854775807 AND m.moved_at_id > present.after_id
  LEFT JOIN channel_read r ON r.user_id = received.user_id AND r.channel_id = m.origin_channel_id
  WHERE m.organization_id = organization AND m.origin_channel_id IS NOT NULL AND m.channel_id <> m.origin_channel_id
    AND (m.channel_id = channel OR m.origin_channel_id = channel)
    AND m.id > coalesce(r.read_id, 0)
    AND NOT (m.sender_id = received.user_id AND m.attrs & 64 <> 0)
    AND NOT EXISTS (SELECT FROM muted_user u WHERE u.user_id = received.user_id AND u.sender_id = m.sender_id AND m.id <= u.read_until_id)
  ON CONFLICT (user_id, message_id) DO NOTHING;

  INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
  SELECT s.user_id, s.channel_id, s.organization_id, newest FROM subscription_span s
  WHERE s.channel_id = channel AND s.organization_id = organization AND s.until_id = 9223372036854775807
  ON CONFLICT (user_id, channel_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id);
$$;
-- The notice that a channel was archived is written in it, and is read when it comes.
GRANT EXECUTE ON FUNCTION mark_archived_channel_read(integer, integer, bigint) TO parley_messaging;
