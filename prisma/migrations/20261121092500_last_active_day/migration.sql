-- The last day on which an account made a request, for lists of subscribers that leave out who is long gone. Written by organization, at most
-- once a day for each account, when it verifies credentials. New accounts count as active.
ALTER TABLE user_account ADD COLUMN last_active_on date NOT NULL DEFAULT current_date;
