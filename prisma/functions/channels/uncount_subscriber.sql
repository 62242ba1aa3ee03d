-- Decreases the subscriber counts of the channels of an account that is deactivated, because they omit deactivated users.
-- Called by: organization, in the transaction that deactivates the account: counts and accounts agree at every position of the log.
-- Writes: channel.
CREATE OR REPLACE FUNCTION uncount_subscriber(organization integer, account integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE channel c SET subscriber_count = c.subscriber_count - 1
  FROM subscription s
  WHERE s.organization_id = organization AND s.user_id = account AND s.active AND s.channel_id = c.id AND c.organization_id = organization
$$;
REVOKE ALL ON FUNCTION uncount_subscriber(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION uncount_subscriber(integer, integer) TO parley_organization;
