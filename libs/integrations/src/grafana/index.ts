import { z } from 'zod';
import { alert, alertName, byName, webLink, writeAlerts } from '../alertmanager/alerts.js';
import { event, type Integration } from '../integration.js';
import { hmacSignature } from '../signatures.js';
import { topic } from '../text/topic.js';

const grafanaAlert = alert.extend({ dashboardURL: z.string().nullish(), panelURL: z.string().nullish(), silenceURL: z.string().nullish() });

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  summary: 'Alerts of Grafana that fire and that are resolved, with one topic for each alert rule.',
  steps: [
    'Under Alerting, Contact points, add a contact point of the type Webhook with the URL of the bot.',
    'HMAC signature: a secret that you choose, without a timestamp header. Set the same as `webhook_secret` of the bot.',
  ],
  formats: ['json'],
  urlOptions: [],
  signature: {
    config: { key: 'webhook_secret', label: 'Secret of the HMAC signature' },
    header: 'x-grafana-alerting-signature',
    matches: hmacSignature(),
  },
  events: {
    alerts: event(z.object({ alerts: z.array(grafanaAlert) }), ({ alerts }) =>
      [...byName(alerts, alertName)].map(([name, group]) => ({
        topic: topic(name),
        content: writeAlerts(group, ({ dashboardURL, panelURL, silenceURL }) => [
          webLink('dashboard', dashboardURL),
          webLink('panel', panelURL),
          webLink('silence', silenceURL),
        ]),
      })),
    ),
  },
};
