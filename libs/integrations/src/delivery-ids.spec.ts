import { describe, expect, it } from '@jest/globals';
import { integrationNamed } from './registry.js';

describe('the id of a delivery', () => {
  it.each([
    ['github', { headers: { 'x-github-delivery': 'a' }, payload: {} }],
    ['gitlab', { headers: { 'idempotency-key': 'a', 'x-gitlab-event-uuid': 'b' }, payload: {} }],
    ['jira', { headers: { 'x-atlassian-webhook-identifier': 'a' }, payload: {} }],
    ['json', { headers: { 'idempotency-key': 'a' }, payload: {} }],
    ['pagerduty', { headers: {}, payload: { event: { id: 'a', event_type: 'incident.triggered' } } }],
    ['sentry', { headers: { 'request-id': 'a' }, payload: {} }],
  ])('of %s is read where the sender writes it', (name, delivery) => {
    const { deliveryId } = integrationNamed(name) ?? {};
    expect(deliveryId?.(delivery)).toBe('a');
    expect(deliveryId?.({ headers: {}, payload: { event: 5 } })).toBeUndefined();
  });

  it.each(['alertmanager', 'grafana', 'slack_incoming'])('of %s does not exist', (name) => {
    const integration = integrationNamed(name);
    expect(integration).toBeDefined();
    expect(integration?.deliveryId).toBeUndefined();
  });
});
