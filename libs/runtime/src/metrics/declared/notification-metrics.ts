import { counter, gauge, histogram } from './declare.js';

/** How people and programs outside of Parley are told of messages. */
export const NOTIFICATION_METRICS = {
  notificationEvents: counter({
    name: 'parley_notification_events_total',
    meaning: 'Events of the log that decide who is told of a message.',
    labels: { outcome: '`taken`, or `given_up` after repeated errors (no one is told of it)' },
    services: ['notifications'],
    use: '`given_up` is a fault: see the log line `an event cannot be taken`.',
  }),
  pushNotifications: counter({
    name: 'parley_push_notifications_total',
    meaning: 'Push notifications, one for each device, by what the push service said.',
    labels: {
      push_service: '`apns`, `fcm` or `web`',
      outcome: '`sent`, `gone` (the token was forgotten), `refused`, `unauthorized` (our keys), or `later` (it is tried again)',
    },
    services: ['notifications'],
    use: '`unauthorized`: check the keys, unless it is single devices. `later`: the push service is overloaded or away.',
  }),
  pushSeconds: histogram({
    name: 'parley_push_seconds',
    meaning: 'Duration of sending one push notification to one device.',
    labels: { push_service: '`apns`, `fcm` or `web`' },
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    services: ['notifications'],
    use: 'Normally below a second.',
  }),
  pushWaiting: gauge({
    name: 'parley_push_waiting',
    meaning: 'Push notifications of the whole installation that are stored and not sent, counted to 10,000. Sampled every 15 s.',
    labels: { push_service: '`apns`, `fcm` or `web`' },
    services: ['notifications'],
    use: 'Use the `max`. Grows while a push service is away.',
  }),
  pushOldestSeconds: gauge({
    name: 'parley_push_oldest_seconds',
    meaning:
      'For how long the push notification that waits for the longest time has been due, of the first 10,000. After a failed attempt it is due later. Sampled every 15 s.',
    labels: { push_service: '`apns`, `fcm` or `web`' },
    services: ['notifications'],
    use: 'Use the `max`. Above some seconds: the processes are down or too slow, or the push service is away.',
  }),
  notificationsLookedAt: gauge({
    name: 'parley_notifications_looked_timestamp_seconds',
    meaning: 'When the process last looked at the event log.',
    services: ['notifications'],
    use: 'Use the `max`. While it is old, no one is told of messages.',
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
  digests: counter({
    name: 'parley_digests_total',
    meaning: 'Digests that were made. Those with nothing to tell are not sent. `parley_mails_total` counts those that were sent.',
    services: ['notifications'],
    use: 'How much is mailed.',
  }),
  digestOldestSeconds: gauge({
    name: 'parley_digest_oldest_seconds',
    meaning:
      'The longest time for which the digests of any organization have been due. 0 if none are, or without an SMTP server. Sampled at most every 15 s.',
    services: ['notifications'],
    use: 'Use the `max`. Some minutes are normal on the weekday of many organizations. Above an hour: the processes or the SMTP server are down or too slow.',
  }),
  notificationsBehindSeconds: gauge({
    name: 'parley_notifications_behind_seconds',
    meaning: 'For how long the organization that waits for the longest time has had events that no process took. 0 if none has.',
    services: ['notifications'],
    use: 'Use the `max`. Normally below a second.',
  }),
};
