-- Keeps messages unread that were received in `channels`, are unread, and were moved elsewhere: each gets a row that says so. A message is read or
-- unread by the watermark of the channel in which it was received, so this is called before users leave these channels or their watermarks
-- there move. `people` null: all users.
-- A message can arrive read for all users who have no row for it (arrivesRead): those need no row.
-- Called by: channels, in the transaction that ends subscriptions, for the reason of mark_left_channels_read; messaging; mark_archived_channel_read.
-- Writes: message_flag.
CREATE OR REPLACE FUNCTION pin_moved_unread(organization integer, people integer[], channels integer[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO message_flag (user_id, organization_id, message_id, flags)
  SELECT s.user_id, organization, m.id, 0
  FROM subscription_span s
  LEFT JOIN channel_read r ON r.organization_id = organization AND r.user_id = s.user_id AND r.channel_id = s.channel_id
  JOIN message m ON m.origin_channel_id = s.channel_id AND m.id > s.after_id AND m.id > coalesce(r.read_id, 0)
  JOIN subscription_span here ON here.organization_id = organization AND here.user_id = s.user_id AND here.channel_id = m.channel_id AND here.until_id = 9223372036854775807
    AND m.moved_at_id > here.after_id
  WHERE s.organization_id = organization AND s.channel_id = ANY (channels) AND (people IS NULL OR s.user_id = ANY (people))
    AND s.until_id = 9223372036854775807 AND m.channel_id <> ALL (channels)
    AND m.attrs & 256 /* MESSAGE_ATTRS.arrivesRead */ = 0
    AND NOT (m.sender_id = s.user_id AND m.attrs & 64 /* MESSAGE_ATTRS.readBySender */ <> 0)
    AND NOT EXISTS (SELECT FROM muted_user u WHERE u.organization_id = organization AND u.user_id = s.user_id AND u.sender_id = m.sender_id AND m.id <= u.read_until_id)
  ON CONFLICT DO NOTHING
$$;
REVOKE ALL ON FUNCTION pin_moved_unread(integer, integer[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION pin_moved_unread(integer, integer[], integer[]) TO parley_channels, parley_messaging;
