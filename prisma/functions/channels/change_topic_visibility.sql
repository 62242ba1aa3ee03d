-- Sets the visibility policy of a topic for each of `accounts` (0 inherit, 1 muted, 2 unmuted, 3 followed). Returns the payload of the event
-- topic-visibility.changed, which the caller must log, or null if nothing changed. `expected`: the policy that must still be set, for each
-- account; null: any. At most 1,000 accounts. VOLATILE, and called with the counter of the organization locked, so that it decides on the rows of
-- that moment.
-- Called by: channels; messaging, in the statement of a send and the transaction of a move: the message and the policy that it changes for its
-- sender have neighbouring positions in the log.
-- Writes: user_topic.
CREATE OR REPLACE FUNCTION change_topic_visibility(
  organization integer, channel integer, topic text, folded text, accounts integer[], policies integer[], expected integer[]
) RETURNS jsonb
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  inherit constant integer := 0 /* TOPIC_VISIBILITY.inherit */;
  muted constant integer := 1 /* TOPIC_VISIBILITY.muted */;
  changed_at timestamptz := clock_timestamp();
  people jsonb;
BEGIN
  WITH changed AS (
    SELECT asked.account, asked.policy, coalesce(t.visibility_policy, inherit) AS was
    FROM unnest(accounts, policies, expected) AS asked (account, policy, expected)
    LEFT JOIN user_topic t ON t.organization_id = organization AND t.user_id = asked.account AND t.channel_id = channel AND t.topic_key = folded
    WHERE coalesce(t.visibility_policy, inherit) <> asked.policy
      AND coalesce(t.visibility_policy, inherit) = coalesce(asked.expected, t.visibility_policy, inherit)
  ), inheriting AS (
    DELETE FROM user_topic t USING changed
    WHERE changed.policy = inherit AND t.organization_id = organization AND t.user_id = changed.account AND t.channel_id = channel AND t.topic_key = folded
  ), chosen AS (
    INSERT INTO user_topic (user_id, channel_id, organization_id, topic_key, topic_name, visibility_policy, updated_at)
    SELECT changed.account, channel, organization, folded, topic, changed.policy, changed_at FROM changed WHERE changed.policy <> inherit
    ON CONFLICT (user_id, channel_id, topic_key, organization_id)
    DO UPDATE SET topic_name = excluded.topic_name, visibility_policy = excluded.visibility_policy, updated_at = excluded.updated_at
  )
  SELECT jsonb_agg(jsonb_build_object('userId', account, 'policy', policy, 'changesMuted', muted IN (was, policy)) ORDER BY account)
  INTO people FROM changed;
  IF people IS NULL THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object(
    'channelId', channel, 'topic', topic, 'at', floor(extract(epoch FROM changed_at))::bigint,
    'people', (
      SELECT jsonb_agg(jsonb_build_object('userId', person -> 'userId', 'policy', person -> 'policy', 'mutedTopics',
        CASE WHEN (person ->> 'changesMuted')::boolean THEN muted_topics_of(organization, (person ->> 'userId')::integer) END))
      FROM jsonb_array_elements(people) AS person));
END $$;
REVOKE ALL ON FUNCTION change_topic_visibility(integer, integer, text, text, integer[], integer[], integer[]) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION change_topic_visibility(integer, integer, text, text, integer[], integer[], integer[]) TO parley_channels, parley_messaging;
