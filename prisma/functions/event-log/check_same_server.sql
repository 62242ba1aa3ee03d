-- Fails, as a server that shuts down does, if a snapshot was exported by another server than this one.
-- Called by: libs/persistence, before it reads in an exported snapshot.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION check_same_server(started numeric) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF extract(epoch FROM pg_postmaster_start_time()) <> started THEN
    RAISE EXCEPTION 'the snapshot is of another server' USING ERRCODE = '57P01';
  END IF;
END $$;
