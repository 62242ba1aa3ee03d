import type { DashboardBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { dashboard, lines, p99 } from './panels.js';

export function notifications(): DashboardBuilder {
  return dashboard('parley-notifications', 'Parley: notifications', 'Mails and push notifications about messages.')
    .withPanel(
      lines(
        'Behind',
        's',
        'Should be near 0.',
        { expr: 'max(parley_notifications_behind_seconds)', as: 'events of the log' },
        { expr: 'max(parley_missed_mail_oldest_seconds)', as: 'mails' },
        { expr: 'max(parley_digest_oldest_seconds)', as: 'digests' },
        { expr: 'max by (push_service) (parley_push_oldest_seconds)', as: 'push {{push_service}}' },
      ),
    )
    .withPanel(
      lines(
        'Waiting',
        'short',
        'Counted to 10,000.',
        { expr: 'max(parley_missed_mail_due)', as: 'people with mails' },
        { expr: 'max by (push_service) (parley_push_waiting)', as: 'push {{push_service}}' },
      ),
    )
    .withPanel(
      lines('Events of the log', 'ops', 'given_up is a fault.', {
        expr: 'sum by (outcome) (rate(parley_notification_events_total[$__rate_interval]))',
        as: '{{outcome}}',
      }),
    )
    .withPanel(
      lines('Push notifications', 'ops', 'By what the push service said.', {
        expr: 'sum by (push_service, outcome) (rate(parley_push_notifications_total[$__rate_interval]))',
        as: '{{push_service}} {{outcome}}',
      }),
    )
    .withPanel(
      lines('Duration of a push notification, p99', 's', 'Near 10: the push service does not answer.', {
        expr: p99('parley_push_seconds', '', 'push_service'),
        as: '{{push_service}}',
      }),
    )
    .withPanel(
      lines(
        'Mails',
        'ops',
        'Made of missed messages, digests, and all mails by outcome.',
        { expr: 'sum(rate(parley_missed_mails_total[$__rate_interval]))', as: 'missed messages' },
        { expr: 'sum(rate(parley_digests_total[$__rate_interval]))', as: 'digests' },
        { expr: 'sum by (outcome) (rate(parley_mails_total[$__rate_interval]))', as: '{{outcome}}' },
      ),
    );
}
