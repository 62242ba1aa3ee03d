-- Ids of events that are in no log (typing) lie behind the last logged event, in a range that ends. Before it does, event-queue logs an event
-- that nobody hears, behind which a new range begins. It is the only row that event-queue writes.
GRANT INSERT ON event_log TO parley_event_queue;
GRANT UPDATE ON organization_counter TO parley_event_queue;
