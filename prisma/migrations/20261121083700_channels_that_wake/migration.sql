-- Asked inside the send statement, at the message's place in the log: VOLATILE, so they look afresh. `message` only ties the call to the row
-- that holds the organization's counter locked.
CREATE FUNCTION is_public_channel(channel integer, message bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN (SELECT NOT c.is_private FROM channel c WHERE c.id = is_public_channel.channel);
END $$;
CREATE FUNCTION channel_subscribers(channel integer, message bigint) RETURNS integer[]
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN ARRAY(SELECT s.user_id FROM subscription s WHERE s.channel_id = channel_subscribers.channel AND s.active ORDER BY s.user_id);
END $$;

-- A message wakes a channel that was not recently active; whether it was asleep. Owned by channels, whose table it writes.
CREATE FUNCTION wake_channel(organization integer, channel integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE channel c SET is_recently_active = true
  WHERE c.id = wake_channel.channel AND c.organization_id = organization AND NOT c.is_recently_active;
  RETURN FOUND;
END $$;
REVOKE ALL ON FUNCTION wake_channel(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION wake_channel(integer, integer) TO parley_messaging;
