-- Marks all messages in a channel that is being archived as read for all users, without marking messages elsewhere. `newest`: the newest message
-- id of the organization. The caller holds the counter of the organization locked.
-- Called by: channels, in the transaction that archives a channel: its unread messages must end with the event that archives it, because clients
-- no longer show them after it; messaging, when it writes the notice that a channel was archived, which arrives read.
-- Writes: message_flag, channel_read.
CREATE OR REPLACE FUNCTION mark_archived_channel_read(organization integer, channel integer, newest bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  SELECT pin_moved_unread(organization, NULL, ARRAY[channel]);
  SELECT read_moved_in(organization, NULL, channel);
  UPDATE message_flag f SET flags = f.flags | 1 /* FLAG_BITS.read */
  FROM message m
  WHERE m.channel_id = channel AND m.organization_id = organization
    AND f.message_id = m.id AND f.organization_id = organization AND f.flags & 1 /* FLAG_BITS.read */ = 0;
  INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
  SELECT s.user_id, s.channel_id, s.organization_id, newest FROM subscription_span s
  WHERE s.channel_id = channel AND s.organization_id = organization AND s.until_id = 9223372036854775807
  ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id);
$$;
REVOKE ALL ON FUNCTION mark_archived_channel_read(integer, integer, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_archived_channel_read(integer, integer, bigint) TO parley_channels, parley_messaging;
