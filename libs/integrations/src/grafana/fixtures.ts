// The webhook payload that Grafana documents.

export const alerts = {
  payload: {
    receiver: 'chat',
    status: 'firing',
    orgId: 1,
    alerts: [
      {
        status: 'firing',
        labels: { alertname: 'High memory', zone: 'eu-1' },
        annotations: { description: 'Memory is | almost used up' },
        startsAt: '2026-11-20T09:51:03+02:00',
        endsAt: '0001-01-01T00:00:00Z',
        generatorURL: 'https://grafana.example.com/alerting/1/edit',
        fingerprint: 'c6eadffa33fcdf37',
        silenceURL: 'https://grafana.example.com/alerting/silence/new',
        dashboardURL: 'https://grafana.example.com/d/1',
        panelURL: '',
        values: { B: 44.2, C: 1 },
      },
    ],
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: 'https://grafana.example.com/',
    version: '1',
    groupKey: '{}:{}',
    truncatedAlerts: 0,
    title: '[FIRING:1] (High memory eu-1)',
    state: 'alerting',
    message: '',
  },
};
