import type { Integration } from '../integration.js';
import { hmacSignature } from '../signatures.js';
import { sentryEvents } from './events.js';

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  summary: 'Issues, alerts of issues and of metrics, errors and comments.',
  steps: [
    'Under Settings, Developer Settings, create an internal integration with the URL of the bot as its webhook URL. Turn on its alert rule action, and the events that you want.',
    'Set its client secret as `client_secret` of the bot.',
  ],
  formats: ['json'],
  urlOptions: [],
  signature: {
    config: { key: 'client_secret', label: 'Client secret of the integration' },
    header: 'sentry-hook-signature',
    matches: hmacSignature(),
  },
  deliveryId: ({ headers }) => headers['request-id'],
  eventOf: ({ headers }) => headers['sentry-hook-resource'] ?? '',
  events: sentryEvents,
};
