-- How many messages the organization stored on a day (UTC): for its quota, and for the operator. The send statement counts them in the row that it
-- writes anyway.
ALTER TABLE organization_counter ADD COLUMN message_day date;
ALTER TABLE organization_counter ADD COLUMN messages_of_day integer NOT NULL DEFAULT 0;
