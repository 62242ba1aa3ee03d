-- Marks the messages of channels that have flags as read for users who leave the channels. Other messages have no row, and are no longer unread
-- once the subscription ends.
-- Called by: channels, in the transaction that ends subscriptions. Whether a message is unread depends on the subscription, so both change at one
-- position of the log.
-- Writes: message_flag.
CREATE OR REPLACE FUNCTION mark_left_channels_read(organization integer, users integer[], channels integer[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE message_flag f SET flags = f.flags | 1 /* FLAG_BITS.read */
  FROM message m
  WHERE f.user_id = ANY (users) AND f.flags & 1 /* FLAG_BITS.read */ = 0 AND f.organization_id = organization
    AND m.id = f.message_id AND m.organization_id = organization AND m.channel_id = ANY (channels)
$$;
REVOKE ALL ON FUNCTION mark_left_channels_read(integer, integer[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION mark_left_channels_read(integer, integer[], integer[]) TO parley_channels;
