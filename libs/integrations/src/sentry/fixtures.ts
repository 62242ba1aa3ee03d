// Payloads of Sentry's integration platform as documented, shortened to the parts around what is read.

const delivery = (resource: string, payload: object) => ({
  headers: { 'sentry-hook-resource': resource, 'sentry-hook-timestamp': '1763632800', 'request-id': '4b0b' },
  payload: { installation: { uuid: 'a8e5' }, ...payload },
});
const event = {
  event_id: 'e4874d66',
  title: 'TypeError: deck is undefined',
  level: 'error',
  culprit: 'ship.sail in hoist',
  environment: 'production',
  web_url: 'https://sentry.io/organizations/dock/issues/1/events/e4874d66/',
  issue_url: 'https://sentry.io/api/0/issues/1/',
  platform: 'javascript',
};
const issue = {
  id: '1',
  shortId: 'SHIP-1',
  title: 'TypeError: deck is undefined',
  culprit: 'ship.sail in hoist',
  level: 'error',
  status: 'unresolved',
  permalink: null,
  web_url: 'https://dock.sentry.io/issues/1/',
  project: { id: '2', name: 'Ship', slug: 'ship' },
};
const sentryItself = { id: 'sentry', name: 'Sentry', type: 'application' };

export const issueAlert = delivery('event_alert', {
  action: 'triggered',
  actor: sentryItself,
  data: { event, triggered_rule: 'Too many' },
});
export const metricAlert = delivery('metric_alert', {
  action: 'critical',
  actor: sentryItself,
  data: {
    metric_alert: { id: '3', status: 20 },
    description_text: '1000 events in the last 10 minutes',
    description_title: 'Critical: Too many errors',
    web_url: 'https://sentry.io/organizations/dock/alerts/3/',
  },
});
export const issueCreated = delivery('issue', { action: 'created', actor: sentryItself, data: { issue } });
export const issueResolved = delivery('issue', { action: 'resolved', actor: { id: 5, name: 'Ann', type: 'user' }, data: { issue } });
export const error = delivery('error', { action: 'created', actor: sentryItself, data: { error: { ...event, environment: null } } });
export const comment = delivery('comment', {
  action: 'created',
  actor: { id: 5, name: 'Ann', type: 'user' },
  data: { comment: 'Seen before', comment_id: '9', issue_id: 1, project_slug: 'ship', timestamp: '2026-11-20T10:00:00Z' },
});
export const installation = delivery('installation', { action: 'created', data: { installation: {} } });
