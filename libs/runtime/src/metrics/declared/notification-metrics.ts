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
  missedMails: counter({
    name: 'parley_missed_mails_total',
    meaning:
      'Mails about missed messages that were made, one for each person and conversation. `parley_mails_total` counts those that were sent.',
    services: ['notifications'],
    use: 'How much is mailed.',
  }),
  missedMailDue: gauge({
    name: 'parley_missed_mail_due',
    meaning: 'People whose mails about missed messages are due, counted to 10,000. Sampled at most every 15 s.',
    services: ['notifications'],
    use: 'Use the `max`. Normally near 0.',
  }),
  missedMailOldestSeconds: gauge({
    name: 'parley_missed_mail_oldest_seconds',
    meaning: 'For how long the mail that waits for the longest time has been due. 0 if none is. Sampled at most every 15 s.',
    services: ['notifications'],
    use: 'Use the `max`. Above some seconds: the processes are down or too slow.',
  }),
  notificationsBehindSeconds: gauge({
    name: 'parley_notifications_behind_seconds',
    meaning: 'For how long the organization that waits for the longest time has had events that no process took. 0 if none has.',
    services: ['notifications'],
    use: 'Use the `max`. Normally below a second.',
  }),
};
