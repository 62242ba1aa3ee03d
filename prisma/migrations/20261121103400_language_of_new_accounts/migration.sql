-- New accounts also start with the organization's language, which its defaults of personal settings do not hold.
CREATE OR REPLACE FUNCTION copy_user_defaults(organization integer, account integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  INSERT INTO user_settings (user_id, organization_id, values)
  SELECT account, organization,
    coalesce((SELECT d.values FROM organization_user_defaults d WHERE d.organization_id = organization), '{}')
      || coalesce((SELECT jsonb_build_object('default_language', o.settings -> 'default_language') FROM organization o
                   WHERE o.id = organization AND o.settings ? 'default_language'), '{}')
$$;
