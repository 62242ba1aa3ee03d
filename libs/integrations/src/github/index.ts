import { BRANCHES } from '../branch-filter.js';
import type { Delivery, Integration } from '../integration.js';
import { hmacSignature } from '../signatures.js';
import { discussionEvents } from './discussion-events.js';
import { repositoryEvents } from './repository-events.js';

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  summary: 'Pushes, pull requests, issues, comments, releases and workflows of repositories.',
  steps: [
    'In the settings of the repository or the organization open Webhooks, and add one.',
    'Payload URL: the URL of the bot. Choose the content type `application/json`.',
    'Secret: a text that you choose. Set the same as `webhook_secret` of the bot.',
  ],
  formats: ['json', 'form'],
  urlOptions: [BRANCHES, { key: 'ignore_private_repositories', label: 'Leave out private repositories', inputType: 'checkbox' }],
  signature: {
    config: { key: 'webhook_secret', label: 'Secret of the webhook' },
    header: 'x-hub-signature-256',
    matches: hmacSignature('sha256='),
  },
  // Of the event, also if several webhooks report it.
  deliveryId: ({ headers }) => headers['x-github-delivery'],
  eventOf: ({ headers }) => headers['x-github-event'] ?? '',
  events: Object.fromEntries(
    Object.entries({ ...repositoryEvents, ...discussionEvents }).map(([name, write]) => [
      name,
      (delivery: Delivery) => (isLeftOut(delivery) ? undefined : write(delivery)),
    ]),
  ),
};

function isLeftOut({ options, payload }: Delivery): boolean {
  if (options.ignore_private_repositories !== 'true') return false;
  const { repository } = Object(payload) as { readonly repository?: { readonly private?: unknown } };
  return Object(repository).private === true;
}
