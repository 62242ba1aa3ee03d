-- No statement uses this index. It contains a column that every message changes, so every message wrote a new entry into each index of the topic,
-- and statements that look the topic up read all those that no vacuum had removed yet.
DROP INDEX CONCURRENTLY IF EXISTS topic_recent;
