-- Refuses to change a row of an organization whose rows must not change here, because it moves to another cell: for clients, as if PostgreSQL were
-- not available. While the organization is being copied, each transaction that changes it locks the row of the fence. So closing the fence
-- waits for the end of these transactions, and later ones see that it is closed.
-- AFTER triggers, because BEFORE triggers would lock each row that is updated, and change the incarnation of the log (organization_counter).
-- Called by: the triggers organization_fence, which the command line creates when an organization moves. The replication of rows does not run them.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION check_organization_fence() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization integer;
  found_state text;
BEGIN
  IF TG_TABLE_NAME = 'organization' THEN
    organization := coalesce(NEW.id, OLD.id);
  ELSE
    organization := coalesce(NEW.organization_id, OLD.organization_id);
  END IF;
  SELECT f.state INTO found_state FROM organization_fence f WHERE f.id = organization FOR SHARE;
  IF found_state <> 'open' THEN
    RAISE EXCEPTION 'the organization % is moving to another cell, or has moved', organization USING ERRCODE = '57P03';
  END IF;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION check_organization_fence() FROM PUBLIC;
