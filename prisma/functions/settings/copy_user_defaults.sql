-- Gives a new account its settings: the defaults of the organization as they are now, so that a later change of them does not apply to it, and
-- the language of the organization.
-- Called by: organization, in the transaction that creates the account: every account has settings.
-- Writes: user_settings.
CREATE OR REPLACE FUNCTION copy_user_defaults(organization integer, account integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO user_settings (user_id, organization_id, values)
  SELECT account, organization,
    coalesce((SELECT d.values FROM organization_user_defaults d WHERE d.organization_id = organization), '{}')
      || coalesce((SELECT jsonb_build_object('default_language', o.settings -> 'default_language') FROM organization o
                   WHERE o.id = organization AND o.settings ? 'default_language'), '{}')
$$;
REVOKE ALL ON FUNCTION copy_user_defaults(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION copy_user_defaults(integer, integer) TO parley_organization;
