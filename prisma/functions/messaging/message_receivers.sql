-- Returns which of `users` receive the message `message` of a channel. VOLATILE, so that it reads when it is called: in the statement of a send
-- that is after the counter is locked, when all joins and leaves before this message are committed, while the statement itself still sees older
-- rows.
-- Called by: messaging, in the statement of a send.
-- Writes: nothing.
CREATE OR REPLACE FUNCTION message_receivers(channel integer, message bigint, users integer[]) RETURNS SETOF integer
LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  RETURN QUERY SELECT s.user_id FROM subscription_span s
    WHERE s.channel_id = channel AND s.user_id = ANY (users) AND message > s.after_id AND message <= s.until_id;
END $$;
