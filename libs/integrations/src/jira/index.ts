import { z } from 'zod';
import { event, type Integration } from '../integration.js';
import { hmacSignature } from '../signatures.js';
import { jiraEvents } from './events.js';

const named = z.object({ webhookEvent: z.string() });

export const jira: Integration = {
  name: 'jira',
  displayName: 'Jira',
  summary: 'Issues that are created, changed and deleted, and comments.',
  steps: [
    'In the system settings of Jira open WebHooks, and create one with the URL of the bot and the events of issues and comments.',
    'Secret, if your Jira offers it: a text that you choose. Set the same as `webhook_secret` of the bot.',
  ],
  formats: ['json'],
  urlOptions: [],
  signature: {
    config: { key: 'webhook_secret', label: 'Secret of the webhook' },
    header: 'x-hub-signature',
    matches: hmacSignature('sha256='),
  },
  deliveryId: ({ headers }) => headers['x-atlassian-webhook-identifier'],
  eventOf: ({ payload }) => named.safeParse(payload).data?.webhookEvent ?? '',
  events: Object.fromEntries(Object.entries(jiraEvents).map(([name, { schema, write }]) => [name, event(schema, write)])),
};
