import { z } from 'zod';
import { endpoint } from '../contract.js';
import { CHANNEL_SEND_ERRORS, CONTENT_ERRORS, DIRECT_SEND_ERRORS, RECIPIENT_ERRORS, TOPIC_NAME_ERRORS } from '../errors/error-lists.js';
import { json, pathText, text, wholeRequest } from '../wire/param.js';

const eventNames = () => json(z.array(z.string().max(100)).max(100)).optional();

/** Sends messages about what a program of others reports. docs/integrations.md has the integrations and their options. */
export const receiveWebhook = endpoint({
  name: 'receiveWebhook',
  rateLimit: 'sends',
  method: 'POST',
  path: '/external/{integration}',
  service: 'messaging',
  scope: 'send',
  summary: 'Receive an incoming webhook',
  description:
    'The body is what the sender sends. All parameters are in the query string, because senders know only a URL. Some integrations have more ' +
    'parameters; registration lists them in `realm_incoming_webhook_bots`.',
  keyInQuery: true,
  incomingWebhooks: true,
  plainText: true,
  params: {
    integration: pathText().describe('Name of the integration.').example('github'),
    stream: text()
      .optional()
      .describe('Name or id of the channel. Without it, the owner of the bot gets a direct message.')
      .example('general'),
    topic: text().optional().describe('Topic. Without it, the integration chooses one.').example('builds'),
    only_events: eventNames().describe('Names of the only events to send messages about, `*` for any text.').example(['push']),
    exclude_events: eventNames().describe('Names of events to send no messages about, `*` for any text.').example(['star']),
    request: wholeRequest(),
  },
  response: {
    ignored: z
      .enum(['unsupported', 'filtered', 'irrelevant'])
      .optional()
      .describe('Why no message was sent: the integration does not know the event, the URL excludes it, or it is not worth a message.'),
    plain_text: z.string().optional().describe('Sent alone, as plain text, to senders that expect it.'),
  },
  errors: [
    'botsOnly',
    'noSuchIntegration',
    'invalidWebhookPayload',
    'invalidWebhookOption',
    'webhookSignatureMissing',
    'webhookSignatureInvalid',
    'webhookNeedsChannel',
    'noSuchDestinationName',
    'noSuchDestinationId',
    ...RECIPIENT_ERRORS,
    ...CONTENT_ERRORS,
    ...CHANNEL_SEND_ERRORS,
    ...DIRECT_SEND_ERRORS,
    ...TOPIC_NAME_ERRORS,
    'messageQuotaReached',
  ],
  example: {},
});
