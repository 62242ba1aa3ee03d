-- As is_public_channel, for a send whose right was looked at while the channel was open: archived meanwhile, it is refused. Its place in the log
-- would be behind the archiving, where clients do not know the channel any more.
CREATE FUNCTION open_channel_is_public(channel integer, message bigint) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  found_channel record;
BEGIN
  SELECT c.is_private, c.is_archived INTO found_channel FROM channel c WHERE c.id = open_channel_is_public.channel;
  IF found_channel.is_archived THEN
    RAISE EXCEPTION 'the channel was archived' USING ERRCODE = 'PA001';
  END IF;
  RETURN NOT found_channel.is_private;
END $$;
