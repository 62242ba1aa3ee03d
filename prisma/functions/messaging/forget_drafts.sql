-- Deletes the drafts of users who turn their synchronization off.
-- Called by: settings, in the transaction that changes the setting. A later call could delete drafts that a user saved after turning
-- synchronization on again.
-- Writes: draft.
CREATE OR REPLACE FUNCTION forget_drafts(organization integer, accounts integer[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  DELETE FROM draft WHERE organization_id = organization AND user_id = ANY (accounts)
$$;
REVOKE ALL ON FUNCTION forget_drafts(integer, integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION forget_drafts(integer, integer[]) TO parley_settings;
