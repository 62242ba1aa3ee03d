import { counter, gauge } from './declare.js';

/** How people and programs outside of Parley are told of messages. */
export const NOTIFICATION_METRICS = {
  notificationEvents: counter({
    name: 'parley_notification_events_total',
    meaning: 'Events of the log that decide who is told of a message.',
    labels: { outcome: '`taken`, or `given_up` after repeated errors (nobody is told of it)' },
    services: ['notifications'],
    use: '`given_up` is a fault: see the log line `an event cannot be taken`.',
  }),
  notificationsLookedAt: gauge({
    name: 'parley_notifications_looked_timestamp_seconds',
    meaning: 'When the process last looked at the event log.',
    services: ['notifications'],
    use: 'Use the `max`. While it is old, nobody is told of messages.',
  }),
  notificationsBehindSeconds: gauge({
    name: 'parley_notifications_behind_seconds',
    meaning: 'For how long the organization that waits for the longest time has had events that no process took. 0 if none has.',
    services: ['notifications'],
    use: 'Use the `max`. Normally below a second.',
  }),
};
