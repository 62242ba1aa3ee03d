import type { webhookErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const webhookErrorExamples: ErrorExamples<typeof webhookErrors> = {
  noSuchIntegration: { args: { name: 'gitbub' }, fields: {} },
  invalidWebhookPayload: { args: { path: 'payload.repository.name', problem: 'is missing' }, fields: {} },
  invalidWebhookOption: { args: { name: 'template', problem: 'results in an empty message' }, fields: {} },
  webhookSignatureMissing: { args: { header: 'x-hub-signature-256' }, fields: {} },
  invalidIntegration: { args: { name: 'gitbub' }, fields: {} },
  unknownBotConfig: { args: { key: 'secret' }, fields: {} },
};
