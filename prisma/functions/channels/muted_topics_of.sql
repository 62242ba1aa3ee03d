-- Returns the muted topics of a user in their older form: [[channel name, topic, seconds]], of the channels to which they are subscribed.
-- Called by: channels; change_topic_visibility.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION muted_topics_of(organization integer, account integer) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_array(c.name, t.topic_name, floor(extract(epoch FROM t.updated_at))::bigint)
    ORDER BY t.channel_id, t.topic_key), '[]')
  FROM user_topic t
  JOIN channel c ON c.id = t.channel_id AND c.organization_id = organization AND NOT c.is_archived
  JOIN subscription s ON s.organization_id = organization AND s.user_id = t.user_id AND s.channel_id = t.channel_id AND s.active
  WHERE t.organization_id = organization AND t.user_id = account AND t.visibility_policy = 1 /* TOPIC_VISIBILITY.muted */
$$;
REVOKE ALL ON FUNCTION muted_topics_of(integer, integer) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION muted_topics_of(integer, integer) TO parley_channels;
