-- Creates the anonymous group that is the value of one permission setting. Anonymous groups never change: a changed setting points to another.
-- Called by: channels and organization, in the transaction that stores the setting: a setting never points to a group that does not exist.
-- Writes: user_group, user_group_member, user_group_subgroup.
CREATE OR REPLACE FUNCTION anonymous_group(organization integer, members integer[], subgroups integer[]) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = public AS $$
  WITH made AS (
    INSERT INTO user_group (organization_id, created_at) VALUES (organization, now()) RETURNING id
  ), direct_members AS (
    INSERT INTO user_group_member (group_id, user_id, organization_id) SELECT made.id, member, organization FROM made, unnest(members) AS member
  ), direct_subgroups AS (
    INSERT INTO user_group_subgroup (group_id, subgroup_id, organization_id) SELECT made.id, subgroup, organization FROM made, unnest(subgroups) AS subgroup
  )
  SELECT id FROM made
$$;
REVOKE ALL ON FUNCTION anonymous_group(integer, integer[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION anonymous_group(integer, integer[], integer[]) TO parley_channels, parley_organization;
