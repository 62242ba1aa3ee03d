import { BRANCHES } from '../branch-filter.js';
import type { Integration } from '../integration.js';
import { secretItself } from '../signatures.js';
import { gitlabEvents } from './events.js';

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  summary: 'Pushes, tags, issues, merge requests, comments, pipelines, releases and wiki pages of projects.',
  steps: [
    'In the settings of the project or the group open Webhooks, and add one with the URL of the bot.',
    'Secret token: a text that you choose. Set the same as `webhook_secret` of the bot.',
  ],
  formats: ['json'],
  urlOptions: [BRANCHES],
  signature: { config: { key: 'webhook_secret', label: 'Secret token of the webhook' }, header: 'x-gitlab-token', matches: secretItself },
  // `X-Gitlab-Event-UUID` can be the same for several events.
  deliveryId: ({ headers }) => headers['idempotency-key'],
  eventOf: ({ headers }) => headers['x-gitlab-event'] ?? '',
  events: gitlabEvents,
};
