import { counter, gauge } from './declare.js';

const LARGEST = { organization: 'id', name: 'string id' } as const;

/** What single organizations use, and what only one service counts. */
export const ORGANIZATION_METRICS = {
  organizationMessages: gauge({
    name: 'parley_organization_messages',
    meaning: 'Highest message id of the 20 organizations with the most messages. Sampled at most every 10 minutes.',
    labels: LARGEST,
    services: ['invitations'],
    use: 'Use the `max`. Its increase is the number of messages sent.',
  }),
  organizationUploadBytes: gauge({
    name: 'parley_organization_upload_bytes',
    meaning: 'Bytes of uploaded files of the 20 organizations with the most. Sampled at most every 10 minutes.',
    labels: LARGEST,
    services: ['invitations'],
    use: 'Use the `max`. `admin set-quota` limits it.',
  }),
  organizationMessagesToday: gauge({
    name: 'parley_organization_messages_today',
    meaning: 'Messages since the day began (UTC) of the 20 organizations with the most. Sampled at most every 10 minutes.',
    labels: LARGEST,
    services: ['invitations'],
    use: 'Use the `max`. `admin set-quota` limits it, and `admin usage` shows it beside the quota.',
  }),
  messagesWaiting: gauge({
    name: 'parley_messages_waiting',
    meaning: 'Messages that wait until earlier messages of their organization are stored.',
    services: ['messaging'],
    use: 'Above 0 for long: an organization sends faster than its messages can be stored, or a long change of it holds its counter row.',
  }),
  webhooks: counter({
    name: 'parley_webhooks_total',
    meaning: 'Deliveries of incoming webhooks.',
    labels: { integration: 'name of the integration', outcome: '`sent`, `ignored`: an event without a message, `refused`: an error' },
    services: ['messaging'],
    use: '`refused` rises when a sender is configured wrong, or has changed what it sends: the access log has the errors.',
  }),
  programCalls: counter({
    name: 'parley_program_calls_total',
    meaning: 'Calls of programs behind outgoing webhook bots.',
    labels: {
      outcome:
        '`answered`, `silent`: no reply wanted, `repeated`: an attempt that failed, `failed`: given up, `dropped`: the bot or the message is gone',
    },
    services: ['notifications'],
    use: '`failed` rises when programs are away. Their owners are told; nothing needs to be done.',
  }),
  programCallOldestSeconds: gauge({
    name: 'parley_program_call_oldest_seconds',
    meaning:
      'For how long the call of a program behind a bot that waits for the longest time has been due. 0 if none is. Sampled at most every 15 s.',
    services: ['notifications'],
    use: 'Use the `max`. Above some seconds: the processes are down, or programs are so slow that calls wait.',
  }),
  plainTexts: counter({
    name: 'parley_plain_texts_total',
    meaning: 'Texts shown plain because rendering them took too long.',
    services: ['messaging'],
    use: 'See [adr 26](adr/0026-rendering-in-threads.md) and `RENDER_BUDGET_MS`.',
  }),
};
