-- Returns the subscribers of a channel at the position of the message in the log. VOLATILE for the same reason as message_receivers. `message`
-- only ties the call to the row that holds the counter of the organization locked.
-- Called by: messaging, in the statement of a send to an archived channel.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION channel_subscribers(channel integer, message bigint) RETURNS integer[]
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN ARRAY(SELECT s.user_id FROM subscription s WHERE s.channel_id = channel_subscribers.channel AND s.active ORDER BY s.user_id);
END $$;
