-- Returns who has muted the sender, so that the message arrives read for them. VOLATILE for the same reason as message_receivers.
-- Called by: messaging, in the statement of a send.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION users_muting(sender integer, message bigint) RETURNS integer[]
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN ARRAY(SELECT m.user_id FROM muted_user m WHERE m.sender_id = sender AND message <= m.read_until_id ORDER BY m.user_id);
END $$;
