// The webhook payload that Alertmanager documents (version 4).

const alert = (status: string, alertname: string, instance: string) => ({
  status,
  labels: { alertname, severity: 'critical', instance },
  annotations: { summary: `${alertname} at ${instance}`, runbook_url: 'https://runbooks.example.com/1' },
  startsAt: '2026-11-20T10:00:00Z',
  endsAt: '0001-01-01T00:00:00Z',
  generatorURL: 'https://prometheus.example.com/graph?g0.expr=up',
  fingerprint: 'c6eadffa33fcdf37',
});

export const alerts = {
  payload: {
    version: '4',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    status: 'firing',
    receiver: 'chat',
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'https://alertmanager.example.com',
    alerts: [alert('firing', 'Down', 'a'), alert('resolved', 'Down', 'b'), alert('firing', 'Full', 'a')],
  },
};
