-- Grows with each change of who is subscribed to what in the organization. Lists of subscribers that were read at this value are current in every
-- snapshot with the same value (docs/adr/0044-kept-subscriber-lists.md). Triggers write it, so that processes of an earlier version do too.
ALTER TABLE organization_counter ADD COLUMN subscribers_version bigint NOT NULL DEFAULT 0;

CREATE FUNCTION subscribers_changed() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE organization_counter SET subscribers_version = subscribers_version + 1
  WHERE organization_id IN (SELECT c.organization_id FROM changed c);
  RETURN NULL;
END $$;

-- Other properties of a subscription, such as its color, change no list.
CREATE FUNCTION subscribers_left_or_returned() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE organization_counter SET subscribers_version = subscribers_version + 1
  WHERE organization_id IN (
    SELECT c.organization_id FROM changed c JOIN earlier e ON e.user_id = c.user_id AND e.channel_id = c.channel_id
    WHERE e.active IS DISTINCT FROM c.active);
  RETURN NULL;
END $$;

CREATE TRIGGER subscribers_added AFTER INSERT ON subscription
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION subscribers_changed();
CREATE TRIGGER subscribers_deleted AFTER DELETE ON subscription
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION subscribers_changed();
CREATE TRIGGER subscribers_updated AFTER UPDATE ON subscription
  REFERENCING OLD TABLE AS earlier NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION subscribers_left_or_returned();
