-- Marks a channel as recently active. Returns whether this changed it.
-- Called by: messaging, in the transaction of a send: the event that announces it follows the message.
-- Writes: channel.
CREATE OR REPLACE FUNCTION wake_channel(organization integer, channel integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE channel c SET is_recently_active = true
  WHERE c.id = wake_channel.channel AND c.organization_id = organization AND NOT c.is_recently_active;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION wake_channel(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wake_channel(integer, integer) TO parley_messaging;
