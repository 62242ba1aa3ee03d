-- As is_public_channel, for a send whose permission was checked while the channel was open. If the channel was archived since, the send is
-- refused: its position in the log would be after the archiving, where clients no longer know the channel.
-- Called by: messaging, in the statement of a send.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION open_channel_is_public(channel integer, message bigint) RETURNS boolean
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
