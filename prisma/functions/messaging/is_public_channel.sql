-- Whether a channel is public at the position of the message in the log. VOLATILE for the same reason as message_receivers. `message` only ties
-- the call to the row that holds the counter of the organization locked.
-- Called by: messaging, in the statement of a send to an archived channel.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION is_public_channel(channel integer, message bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT NOT c.is_private FROM channel c WHERE c.id = is_public_channel.channel);
END $$;
