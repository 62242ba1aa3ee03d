import { z } from 'zod';
import { event, type Integration } from '../integration.js';
import { topic } from '../text/topic.js';
import { type Alert, alert, alertName, byName, writeAlerts } from './alerts.js';

export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Prometheus Alertmanager',
  summary: 'Alerts that fire and that are resolved, with one topic for each alert.',
  steps: ['Add a receiver to the configuration of Alertmanager, with `webhook_configs: [{ url: "the URL of the bot" }]`.'],
  formats: ['json'],
  urlOptions: [{ key: 'name', label: 'Label whose value is the topic. Default: `alertname`', inputType: 'text' }],
  events: {
    alerts: event(z.object({ alerts: z.array(alert) }), ({ alerts }, { options }) => {
      const label = options.name ?? 'alertname';
      const nameOf = (each: Alert) => (Object.hasOwn(each.labels, label) ? each.labels[label] : undefined) ?? alertName(each);
      return [...byName(alerts, nameOf)].map(([name, group]) => ({ topic: topic(name), content: writeAlerts(group) }));
    }),
  },
};
