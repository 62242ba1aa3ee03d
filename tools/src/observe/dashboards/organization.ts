import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { choice, dashboard, lines } from './panels.js';

const OURS = 'organization="$organization"';

export function organization(): DashboardBuilder {
  return dashboard(
    'parley-organization',
    'Parley: one organization',
    'What a large or busy organization uses. Metrics show only the 20 largest and the 20 busiest of each gateway.',
  )
    .withVariable(choice('organization', 'label_values({__name__=~"parley_organization_(requests|messages|upload_bytes)"}, organization)'))
    .withPanel(
      lines(
        'Requests in a minute',
        'short',
        'Beside all requests.',
        { expr: `sum(parley_organization_requests{${OURS}})`, as: 'this organization' },
        { expr: 'sum(increase(parley_http_request_seconds_count[1m]))', as: 'all' },
      ),
    )
    .withPanel(
      lines('Messages in an hour', 'short', 'Sampled every 10 minutes.', {
        expr: `max by (name) (increase(parley_organization_messages{${OURS}}[1h]))`,
        as: '{{name}}',
      }),
    )
    .withPanel(
      lines('Uploaded files', 'bytes', 'See admin set-quota.', {
        expr: `max by (name) (parley_organization_upload_bytes{${OURS}})`,
        as: '{{name}}',
      }),
    )
    .withPanel(
      lines('Busiest organizations', 'short', 'Requests in a minute.', {
        expr: 'topk(10, sum by (organization) (parley_organization_requests))',
        as: '{{organization}}',
      }),
    )
    .withPanel(
      lines('Largest organizations by messages', 'short', 'Highest message id.', {
        expr: 'topk(10, max by (organization, name) (parley_organization_messages))',
        as: '{{organization}} {{name}}',
      }),
    )
    .withPanel(
      lines('Largest organizations by messages today', 'short', 'Since midnight UTC. See admin set-quota.', {
        expr: 'topk(10, max by (organization, name) (parley_organization_messages_today))',
        as: '{{organization}} {{name}}',
      }),
    )
    .withPanel(
      lines('Largest organizations by files', 'bytes', 'Bytes.', {
        expr: 'topk(10, max by (organization, name) (parley_organization_upload_bytes))',
        as: '{{organization}} {{name}}',
      }),
    );
}
