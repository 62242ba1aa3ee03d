-- The audit log: who changed what of an organization, its people, keys and permissions, and who logged in (docs/adr/0037-audit-log.md).
-- Triggers of the tables write it, in the transaction of the change, so no use case can forget it.

CREATE TABLE audit_log (
  organization_id integer NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL DEFAULT now(),
  -- `<what>.<happened>`
  kind text NOT NULL,
  -- The id of what changed: of a user, a group, a channel, an invitation, or a domain.
  subject text,
  -- user, operator (the command line), visitor (nobody is logged in), system (a job, or a call between services)
  actor_kind text NOT NULL,
  actor_id integer,
  request_id text,
  -- Of logins only.
  address text,
  -- By name of the field: `old`, `new`, or `hidden` for a value that is not stored here.
  changes jsonb NOT NULL DEFAULT '{}',
  -- Number of the same logins in the minute of `slot`.
  count integer NOT NULL DEFAULT 1,
  slot text,
  PRIMARY KEY (organization_id, id)
);
-- Logins are counted in one row for each minute, account and address.
CREATE UNIQUE INDEX audit_log_slot ON audit_log (organization_id, slot);
CREATE INDEX audit_log_actor ON audit_log (organization_id, actor_id, id);
CREATE INDEX audit_log_at ON audit_log (at);

-- The value of a field for readers. A permission that is set to a list points to a group without a name, which a reader could not look up.
CREATE FUNCTION audit_value(organization integer, field text, value jsonb) RETURNS jsonb
LANGUAGE plpgsql STABLE SET search_path = public AS $$
DECLARE
  wanted integer;
  group_name text;
BEGIN
  IF NOT (field LIKE 'can\_%' OR field LIKE '%\_group') OR jsonb_typeof(value) IS DISTINCT FROM 'number' THEN RETURN value; END IF;
  wanted := value::text::integer;
  SELECT g.name INTO group_name FROM user_group g WHERE g.organization_id = organization AND g.id = wanted;
  IF group_name IS NOT NULL THEN RETURN jsonb_build_object('group_id', wanted, 'name', group_name); END IF;
  RETURN jsonb_build_object(
    'direct_members', (SELECT coalesce(jsonb_agg(m.user_id ORDER BY m.user_id), '[]') FROM user_group_member m
                       WHERE m.organization_id = organization AND m.group_id = wanted),
    'direct_subgroups', (SELECT coalesce(jsonb_agg(s.subgroup_id ORDER BY s.subgroup_id), '[]') FROM user_group_subgroup s
                         WHERE s.organization_id = organization AND s.group_id = wanted));
END $$;

-- Writes one row for a changed row.
-- Arguments: 1 what it is, 2 the column of its id, 3 the columns whose values are stored, 4 the columns of which only the name is stored.
-- The values in the JSON columns `settings` and `values` are fields of their own: without `old` or `new` if the setting has its initial value.
CREATE FUNCTION audit_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  shown text[] := string_to_array(TG_ARGV[2], ' ');
  hidden text[] := string_to_array(TG_ARGV[3], ' ');
  before jsonb := CASE WHEN TG_OP = 'INSERT' THEN '{}' ELSE to_jsonb(OLD) END;
  after jsonb := CASE WHEN TG_OP = 'DELETE' THEN '{}' ELSE to_jsonb(NEW) END;
  either jsonb := before || after;
  organization integer := coalesce(either ->> 'organization_id', either ->> 'id');
  actor jsonb := nullif(current_setting('parley.actor', true), '');
  holder text;
  changed jsonb;
BEGIN
  FOREACH holder IN ARRAY ARRAY['settings', 'values'] LOOP
    CONTINUE WHEN NOT holder = ANY (shown);
    shown := shown || ARRAY(SELECT jsonb_object_keys(coalesce(before -> holder, '{}') || coalesce(after -> holder, '{}')));
    shown := array_remove(shown, holder);
    before := before || coalesce(before -> holder, '{}');
    after := after || coalesce(after -> holder, '{}');
  END LOOP;
  SELECT jsonb_object_agg(field, CASE WHEN field = ANY (hidden) THEN '{"hidden": true}' ELSE
    CASE WHEN before ? field THEN jsonb_build_object('old', audit_value(organization, field, before -> field)) ELSE '{}' END
    || CASE WHEN after ? field THEN jsonb_build_object('new', audit_value(organization, field, after -> field)) ELSE '{}' END
    END)
  INTO changed
  FROM unnest(shown || hidden) AS field
  -- A setting that is stored as null differs from one that is not stored. In a new row, null says nothing.
  WHERE before -> field IS DISTINCT FROM after -> field AND (TG_OP = 'UPDATE' OR either -> field <> 'null' OR NOT either ? field);
  IF changed IS NULL AND TG_OP = 'UPDATE' THEN RETURN NULL; END IF;
  INSERT INTO audit_log (organization_id, kind, subject, actor_kind, actor_id, request_id, changes)
  VALUES (organization, TG_ARGV[0] || CASE TG_OP WHEN 'INSERT' THEN '.created' WHEN 'UPDATE' THEN '.changed' ELSE '.removed' END,
    either ->> TG_ARGV[1], coalesce(actor ->> 'kind', 'system'), (actor ->> 'user')::integer, actor ->> 'request', coalesce(changed, '{}'));
  RETURN NULL;
END $$;

-- Writes one row for each group to which a statement added members, or from which it removed some: with their number, and up to 1,000 ids.
-- Arguments: 1 what they are, 2 the column of their ids, 3 what happened.
CREATE FUNCTION audit_members() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  actor jsonb := nullif(current_setting('parley.actor', true), '');
BEGIN
  INSERT INTO audit_log (organization_id, kind, subject, actor_kind, actor_id, request_id, changes)
  SELECT rows.organization_id, 'group_' || TG_ARGV[0] || '.' || TG_ARGV[2], rows.group_id::text, coalesce(actor ->> 'kind', 'system'),
    (actor ->> 'user')::integer, actor ->> 'request',
    jsonb_build_object(TG_ARGV[0], jsonb_build_object('count', count(*), TG_ARGV[2], to_jsonb((array_agg(rows.id ORDER BY rows.id))[:1000])))
  FROM (SELECT c.organization_id, c.group_id, (to_jsonb(c) ->> TG_ARGV[1])::integer AS id FROM changed c) AS rows
  -- Groups without a name are values of permissions.
  JOIN user_group g ON g.organization_id = rows.organization_id AND g.id = rows.group_id AND g.name IS NOT NULL
  GROUP BY rows.organization_id, rows.group_id;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION audit_value(integer, text, jsonb), audit_change(), audit_members() FROM PUBLIC;

CREATE TRIGGER audit AFTER INSERT OR UPDATE OF string_id, name, description, settings, deactivated_at OR DELETE ON organization
  FOR EACH ROW EXECUTE FUNCTION audit_change('organization', 'id', 'string_id name description settings deactivated_at', '');

CREATE TRIGGER audit AFTER UPDATE OF full_name, role, is_active, bot_type, bot_owner_id, can_create_users, delivery_email OR DELETE ON user_account
  FOR EACH ROW EXECUTE FUNCTION audit_change('user', 'id', 'full_name role is_active is_bot bot_type bot_owner_id can_create_users', 'delivery_email');
CREATE TRIGGER audit_created AFTER INSERT ON user_account FOR EACH ROW WHEN (NOT NEW.is_system_bot)
  EXECUTE FUNCTION audit_change('user', 'id', 'full_name role is_active is_bot bot_type bot_owner_id can_create_users', 'delivery_email');

-- A key that is encrypted with a new secret stays the same key.
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF created_at OR DELETE ON api_key
  FOR EACH ROW EXECUTE FUNCTION audit_change('api_key', 'user_id', 'created_at', '');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OF changed_at OR DELETE ON user_password
  FOR EACH ROW EXECUTE FUNCTION audit_change('password', 'user_id', 'changed_at', '');

CREATE TRIGGER audit AFTER UPDATE OF name, description, is_deactivated, settings ON user_group FOR EACH ROW WHEN (NEW.name IS NOT NULL)
  EXECUTE FUNCTION audit_change('group', 'id', 'name description is_deactivated settings', '');
CREATE TRIGGER audit_created AFTER INSERT ON user_group FOR EACH ROW WHEN (NEW.name IS NOT NULL AND NOT NEW.is_system_group)
  EXECUTE FUNCTION audit_change('group', 'id', 'name description is_deactivated settings', '');
CREATE TRIGGER audit_removed AFTER DELETE ON user_group FOR EACH ROW WHEN (OLD.name IS NOT NULL)
  EXECUTE FUNCTION audit_change('group', 'id', 'name description is_deactivated settings', '');
CREATE TRIGGER audit_added AFTER INSERT ON user_group_member REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION audit_members('members', 'user_id', 'added');
CREATE TRIGGER audit_removed AFTER DELETE ON user_group_member REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION audit_members('members', 'user_id', 'removed');
CREATE TRIGGER audit_added AFTER INSERT ON user_group_subgroup REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION audit_members('subgroups', 'subgroup_id', 'added');
CREATE TRIGGER audit_removed AFTER DELETE ON user_group_subgroup REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION audit_members('subgroups', 'subgroup_id', 'removed');

CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON organization_domain
  FOR EACH ROW EXECUTE FUNCTION audit_change('domain', 'domain', 'domain allow_subdomains', '');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON linkifier
  FOR EACH ROW EXECUTE FUNCTION audit_change('linkifier', 'id', 'pattern url_template', '');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON playground
  FOR EACH ROW EXECUTE FUNCTION audit_change('playground', 'id', 'name pygments_language url_template', '');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON profile_field
  FOR EACH ROW EXECUTE FUNCTION audit_change('profile_field', 'id', 'field_type name hint field_data display_in_profile_summary required editable_by_user use_for_user_matching', '');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON realm_emoji
  FOR EACH ROW EXECUTE FUNCTION audit_change('emoji', 'id', 'name is_deactivated', '');
CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON organization_user_defaults
  FOR EACH ROW EXECUTE FUNCTION audit_change('user_defaults', 'organization_id', 'values', '');

CREATE TRIGGER audit AFTER INSERT OR UPDATE OR DELETE ON invitation
  FOR EACH ROW EXECUTE FUNCTION audit_change('invitation', 'id', 'inviter_id role channel_ids group_ids includes_defaults expires_at ended_at mail_count is_of_operator parent_id', 'email welcome_text');

CREATE TRIGGER audit AFTER INSERT OR UPDATE OF name, description, is_private, is_web_public, history_public_to_subscribers, is_archived,
    message_retention_days, topics_policy, folder_id, can_add_subscribers_group, can_remove_subscribers_group, can_administer_channel_group,
    can_delete_any_message_group, can_delete_own_message_group, can_move_messages_out_of_channel_group, can_move_messages_within_channel_group,
    can_send_message_group, can_subscribe_group, can_resolve_topics_group, can_create_topic_group OR DELETE ON channel
  FOR EACH ROW EXECUTE FUNCTION audit_change('channel', 'id', 'name description is_private is_web_public history_public_to_subscribers is_archived message_retention_days topics_policy folder_id can_add_subscribers_group can_remove_subscribers_group can_administer_channel_group can_delete_any_message_group can_delete_own_message_group can_move_messages_out_of_channel_group can_move_messages_within_channel_group can_send_message_group can_subscribe_group can_resolve_topics_group can_create_topic_group', '');
CREATE TRIGGER audit AFTER INSERT OR DELETE ON default_channel
  FOR EACH ROW EXECUTE FUNCTION audit_change('default_channel', 'channel_id', 'channel_id', '');

-- Changes are written by the functions above. Organization writes logins, reads the log for owners and operators, and deletes what is old.
GRANT SELECT, INSERT, UPDATE, DELETE ON audit_log TO parley_organization;
