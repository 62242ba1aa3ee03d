-- Defines the history that a new account gets: messages of the last seven days in `channels`, at most the newest 1,000. All are marked as
-- read, up to `newest`. Returns the oldest of them, or null if there is none. The caller begins the spans there.
-- Called by: channels, in the transaction that subscribes a new account: its spans and watermarks become visible together.
-- Writes: channel_read.
CREATE OR REPLACE FUNCTION give_history(organization integer, person integer, channels integer[], newest bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  lately bigint;
  oldest bigint;
BEGIN
  SELECT m.id INTO lately FROM message m
  WHERE m.organization_id = organization AND m.sent_at > now() - interval '7 days' ORDER BY m.sent_at, m.id LIMIT 1;
  SELECT min(given.id) INTO oldest FROM (
    SELECT found.id FROM unnest(channels) AS wanted (id) CROSS JOIN LATERAL (
      SELECT m.id FROM message m
      WHERE m.channel_id = wanted.id AND m.organization_id = organization AND m.id BETWEEN lately AND newest ORDER BY m.id DESC LIMIT 1000) found
    ORDER BY found.id DESC LIMIT 1000) given;
  IF oldest IS NOT NULL THEN
    INSERT INTO channel_read (user_id, channel_id, organization_id, read_id)
    SELECT person, wanted.id, organization, newest FROM unnest(channels) AS wanted (id)
    ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET read_id = greatest(channel_read.read_id, excluded.read_id);
  END IF;
  RETURN oldest;
END $$;
REVOKE ALL ON FUNCTION give_history(integer, integer, integer[], bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION give_history(integer, integer, integer[], bigint) TO parley_channels;
