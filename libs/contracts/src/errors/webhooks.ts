import { bad, make } from './api-error.js';

/** Errors of incoming webhooks, and of the options of bots. */
export const webhookErrors = {
  botsOnly: () => bad('This endpoint needs the API key of a bot.'),
  noSuchIntegration: (args: { name: string }) => make(404, 'BAD_REQUEST', `No such integration: ${args.name}`),
  invalidWebhookPayload: (args: { path: string; problem: string }) => bad(`Invalid payload: ${args.path}: ${args.problem}`),
  invalidWebhookOption: (args: { name: string; problem: string }) => bad(`Invalid option ${args.name}: ${args.problem}`),
  webhookSignatureMissing: (args: { header: string }) => bad(`The request has no signature in the header ${args.header}.`),
  webhookSignatureInvalid: () => bad('Webhook signature verification failed.'),
  webhookNeedsChannel: () => bad('The bot has no owner, so the URL must name a channel in `stream`.'),

  invalidIntegration: (args: { name: string }) => bad(`Invalid integration '${args.name}'.`),
  invalidPayloadUrl: () => bad('payload_url is not a URL'),
  invalidInterface: () => bad('Invalid interface type'),
  notOutgoingWebhook: () => bad('The bot is not an outgoing webhook.'),
  unknownBotConfig: (args: { key: string }) => bad(`Unknown configuration parameter: ${args.key}`),
} as const;
