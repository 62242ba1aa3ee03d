-- Who follows a topic, to be told of its messages (docs/adr/0056-missed-messages.md).
CREATE INDEX CONCURRENTLY user_topic_followed ON user_topic (channel_id, topic_key) WHERE visibility_policy = 3;
