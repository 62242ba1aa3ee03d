-- The name that a person gave to one of their browser sessions, in place of browser and system.
ALTER TABLE browser_session ADD COLUMN name text;
