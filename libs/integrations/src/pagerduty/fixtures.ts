// Payloads of PagerDuty's webhooks v3 as documented, shortened to the parts around what is read.

const reference = (type: string, summary: string) => ({
  id: 'P1',
  type: `${type}_reference`,
  summary,
  html_url: 'https://dock.pagerduty.com/x',
  self: 'https://api.pagerduty.com/x',
});
const incident = {
  id: 'PGR0VU2',
  type: 'incident',
  html_url: 'https://dock.pagerduty.com/incidents/PGR0VU2',
  number: 2,
  status: 'triggered',
  incident_key: 'd3640fbd',
  created_at: '2026-11-20T10:00:00Z',
  title: 'A *little* bump in the road',
  service: reference('service', 'Hull'),
  assignees: [reference('user', 'Ann'), reference('user', 'Bob')],
  escalation_policy: reference('escalation_policy', 'Default'),
  priority: reference('priority', 'P1'),
  urgency: 'high',
};
const delivery = (event_type: string, data: object, agent: object | null = null) => ({
  headers: { 'x-webhook-subscription': 'PX' },
  payload: {
    event: { id: '5ac64822', event_type, resource_type: 'incident', occurred_at: '2026-11-20T10:00:00Z', agent, client: null, data },
  },
});

export const triggered = delivery('incident.triggered', incident);
export const resolved = delivery('incident.resolved', { ...incident, status: 'resolved' }, reference('user', 'Ann'));
export const annotated = delivery(
  'incident.annotated',
  {
    id: 'PN',
    type: 'incident_note',
    incident: { ...reference('incident', '[#2] A *little* bump'), html_url: incident.html_url },
    content: 'Looking',
  },
  reference('user', 'Ann'),
);
export const ping = delivery('pagey.ping', { message: 'Hello from your friend Pagey!', type: 'ping' });
export const unknown = delivery('service.updated', {});
