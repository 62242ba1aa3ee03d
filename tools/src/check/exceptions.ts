// Every allowed departure from a rule, with its reason and date. An exception without a violation fails the check.

export interface Exception {
  readonly rule: string;
  readonly file: string;
  /** Narrows the entry to violations whose message contains this. */
  readonly about?: string;
  readonly reason: string;
  /** ISO date. */
  readonly since: string;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    rule: 'exact-types',
    file: 'libs/contracts/src/contract.ts',
    about: 'as unknown as',
    reason: 'A zod object built from a shape known only as a type parameter: TypeScript cannot infer through Object.fromEntries.',
    since: '2026-11-21',
  },
  {
    rule: 'exact-types',
    file: 'apps/gateway/src/authentication/basic-authentication.ts',
    about: 'as unknown as',
    reason: "passport-http types the request as Express's; it hands back what authenticate was given.",
    since: '2026-11-21',
  },
  {
    rule: 'table-writers',
    file: 'apps/admin/src/portability/import.repository.ts',
    reason:
      'An import inserts the rows of all tables in one transaction, of an organization that no service uses yet (docs/adr/0047-exports.md).',
    since: '2026-11-23',
  },
  {
    rule: 'table-writers',
    file: 'apps/admin/src/moving/carry-over.repository.ts',
    reason:
      'A move copies the rows of an organization to another cell, and deletes the copy that no service uses (docs/adr/0049-moving-organizations.md).',
    since: '2026-11-24',
  },
  {
    rule: 'table-writers',
    file: 'libs/persistence/src/purge/purge-steps.ts',
    reason: 'One statement for all tables that a purge empties. PostgreSQL refuses it if the service does not own the table.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/event-queue/src/retention/event-log.repository.ts',
    about: 'organizationsWithTextsToErase',
    reason: 'A job asks which organizations need it. What it does then is for one of them.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/channels/src/activity/activity.repository.ts',
    about: 'firstIdSince',
    reason: 'The job finds once from which message id on it counts, for all organizations.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/channels/src/activity/activity.repository.ts',
    about: 'organizationsToMeasure',
    reason: 'A job asks which organizations need it. What it does then is for one of them.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/exports/claims.repository.ts',
    about: 'nextExport',
    reason: 'A job asks which export is next. What it does then is for one organization.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/exports/exports.repository.ts',
    about: 'expiredExports',
    reason: 'A job asks which archives are old. What it does then is for one organization.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/invitations/src/invitations/invitations.repository.ts',
    about: 'findByToken',
    reason: 'The token of a link determines the organization.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/invitations/src/installation/installation.repository.ts',
    about: 'readOutboxState ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/invitations/src/installation/installation.repository.ts',
    about: 'mostMessages ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/invitations/src/installation/installation.repository.ts',
    about: 'mostMessagesToday ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/invitations/src/installation/installation.repository.ts',
    about: 'mostUploads ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/pushing/push-deliveries.repository.ts',
    about: 'claimDeliveries ',
    reason: 'A process takes what is due, of all organizations in turns. What it does then is for one of them.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/pushing/push-deliveries.repository.ts',
    about: 'deleteOldMarks ',
    reason: 'A process deletes the old rows of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/pushing/push-deliveries.repository.ts',
    about: 'waitingDeliveries ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/following/cursors.repository.ts',
    about: 'organizationsBehind ',
    reason: 'A process asks which organizations have new events. What it does then is for one of them.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/following/cursors.repository.ts',
    about: 'pageOfOrganizations ',
    reason: 'A process asks which organizations have new events. What it does then is for one of them.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/outgoing/claim-calls.repository.ts',
    about: 'oldestCallSeconds ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/mailing/missed-mails.repository.ts',
    about: 'claimDue ',
    reason: 'A process asks which people have mails that are due. What it does then is for one of them.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/notifications/src/mailing/missed-mails.repository.ts',
    about: 'dueState ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'safe-migrations',
    file: 'prisma/migrations/20261124063000_notifications/migration.sql',
    about: 'DO block',
    reason: 'Roles belong to the server: another database may have created it, and PostgreSQL has no CREATE ROLE IF NOT EXISTS.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/attachments/attachments.repository.ts',
    about: 'organizationWithUnclaimed ',
    reason: 'A job of the whole installation.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/attachments/attachments.repository.ts',
    about: 'dueFiles ',
    reason: 'A job of the whole installation.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/deleting/retention.repository.ts',
    about: 'expiredPlaces ',
    reason: 'A job of the whole installation.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/due/due.repository.ts',
    about: 'claimDueOrganizations ',
    reason: 'Every process looks for the organizations in which something is due.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/due/due.repository.ts',
    about: 'oldestDueSeconds ',
    reason: 'A metric of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/local-ids/local-ids.repository.ts',
    about: 'deleteLocalIds ',
    reason: 'A job of the whole installation.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/messaging/src/unread/compaction.repository.ts',
    about: 'peopleWithReadRows ',
    reason: 'A job of the whole installation.',
    since: '2026-11-22',
  },
  {
    rule: 'organization-first',
    file: 'apps/organization/src/audit/audit-log.repository.ts',
    about: 'auditEntriesOfAll ',
    reason: 'The operator reads all organizations.',
    since: '2026-11-23',
  },
  {
    rule: 'organization-first',
    file: 'apps/organization/src/credentials/browser-sessions.repository.ts',
    about: 'deleteExpired ',
    reason: 'A job of the whole installation.',
    since: '2026-11-24',
  },
  {
    rule: 'organization-first',
    file: 'apps/organization/src/audit/audit-log.repository.ts',
    about: 'deleteOldEntries ',
    reason: 'A job of the whole installation.',
    since: '2026-11-23',
  },
];
