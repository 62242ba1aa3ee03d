-- What directories said about accounts and groups (docs/adr/0080-scim.md). An account or group that no directory named has no row.
-- given: names, addresses and roles as the directory wrote them. is_removed: the directory deleted the person, who is hidden from it while the account
-- is deactivated.
CREATE TABLE scim_user (
  organization_id integer NOT NULL,
  user_id integer NOT NULL REFERENCES user_account (id),
  user_name text,
  external_id text,
  given jsonb NOT NULL DEFAULT '{}',
  is_removed boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX scim_user_account ON scim_user (user_id);
CREATE UNIQUE INDEX scim_user_name ON scim_user (organization_id, lower(user_name)) WHERE NOT is_removed;
CREATE UNIQUE INDEX scim_user_external_id ON scim_user (organization_id, external_id) WHERE NOT is_removed;
CREATE INDEX scim_user_removed ON scim_user (organization_id, lower(user_name)) WHERE is_removed;

CREATE TABLE scim_group (
  organization_id integer NOT NULL,
  group_id integer NOT NULL REFERENCES user_group (id),
  external_id text,
  PRIMARY KEY (organization_id, group_id)
);
CREATE INDEX scim_group_group ON scim_group (group_id);
CREATE UNIQUE INDEX scim_group_external_id ON scim_group (organization_id, external_id);

GRANT SELECT, INSERT, UPDATE, DELETE ON scim_user, scim_group TO parley_organization;
