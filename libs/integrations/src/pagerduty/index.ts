import { z } from 'zod';
import type { Integration } from '../integration.js';
import { hmacSignature, oneOfSignatures } from '../signatures.js';
import { pagerdutyEvents } from './events.js';

const identified = z.object({ event: z.object({ id: z.string() }) });
const named = z.object({ event: z.object({ event_type: z.string() }) });

export const pagerduty: Integration = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  summary: 'Incidents that are triggered, acknowledged, escalated, reassigned, annotated and resolved.',
  steps: [
    'Under Integrations, Generic Webhooks (v3), add a webhook with the URL of the bot and the events of incidents.',
    'PagerDuty shows a signing secret once. Set it as `signing_secret` of the bot.',
  ],
  formats: ['json'],
  urlOptions: [],
  signature: {
    config: { key: 'signing_secret', label: 'Signing secret of the webhook' },
    header: 'x-pagerduty-signature',
    matches: oneOfSignatures(',', hmacSignature('v1=')),
  },
  deliveryId: ({ payload }) => identified.safeParse(payload).data?.event.id,
  eventOf: ({ payload }) => named.safeParse(payload).data?.event.event_type ?? '',
  events: pagerdutyEvents,
};
