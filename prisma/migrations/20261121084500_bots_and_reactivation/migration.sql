-- Where a bot listens when it does not say: a channel, and whether all public ones.
ALTER TABLE user_account
  ADD COLUMN default_events_register_channel_id integer,
  ADD COLUMN default_all_public_streams boolean NOT NULL DEFAULT false;

-- What reactivating an account does to the counts of subscribers: the reverse of uncount_subscriber. Owned by channels, whose table it writes.
CREATE FUNCTION count_subscriber(organization integer, account integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  UPDATE channel c SET subscriber_count = c.subscriber_count + 1
  FROM subscription s
  WHERE s.user_id = account AND s.active AND s.channel_id = c.id AND c.organization_id = organization
$$;
REVOKE ALL ON FUNCTION count_subscriber(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION count_subscriber(integer, integer) TO parley_organization;
