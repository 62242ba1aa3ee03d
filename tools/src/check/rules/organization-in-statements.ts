import type { Rule } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';
import { tablesNamed, textsIn } from '../workspace/sql-in-source.js';
import { memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';

const STATEMENT = /\b(SELECT|INSERT|UPDATE|DELETE)\b/;
const PRISMA_CALL = /^(find|create|update|upsert|delete|count|aggregate|groupBy)/;
/** Projects without production statements. */
const NOT_JUDGED = new Set(['contracts', 'testing']);

const PARTS = 'parts of a statement that names the organization elsewhere, or reads rows of others that do';
const IN_A_VARIABLE = 'the call is given a variable that holds the organization';
const ALL_ORGANIZATIONS = 'a job or a mail of the whole installation';

/**
 * The number of statements and parts of statements per file that contain a table of an organization without organization_id, with the reason. A
 * number may only decrease.
 */
export const WITHOUT_ORGANIZATION: Readonly<Record<string, { readonly count: number; readonly reason: string }>> = {
  'apps/channels/src/activity/activity.repository.ts': { count: 1, reason: ALL_ORGANIZATIONS },
  'apps/invitations/src/installation/installation.repository.ts': { count: 1, reason: 'metrics of the whole installation' },
  'apps/messaging/src/attachments/attachments.repository.ts': { count: 2, reason: `${IN_A_VARIABLE}; ${ALL_ORGANIZATIONS}` },
  'apps/messaging/src/due/due.repository.ts': { count: 1, reason: 'a metric of the whole installation' },
  'apps/messaging/src/reading/nearest-messages.sql.ts': { count: 2, reason: PARTS },
  'apps/messaging/src/reading/search-messages.sql.ts': { count: 1, reason: PARTS },
  'apps/messaging/src/local-ids/local-ids.repository.ts': { count: 1, reason: ALL_ORGANIZATIONS },
  'apps/notifications/src/outgoing/claim-calls.repository.ts': { count: 1, reason: 'a metric of the whole installation' },
  'apps/notifications/src/digest/digest-runs.repository.ts': { count: 1, reason: 'a metric of the whole installation' },
  'apps/notifications/src/mailing/missed-mails.repository.ts': { count: 1, reason: 'a metric of the whole installation' },
  'apps/notifications/src/pushing/push-deliveries.repository.ts': {
    count: 1,
    reason: 'what is deleted after its time',
  },
  'apps/organization/src/audit/audit-log.repository.ts': { count: 1, reason: 'the operator reads all organizations' },
  'apps/organization/src/organizations/organizations.repository.ts': { count: 1, reason: IN_A_VARIABLE },
  'apps/organization/src/accounts/users.repository.ts': { count: 2, reason: IN_A_VARIABLE },
  'apps/settings/src/navigation-views/navigation-views.repository.ts': { count: 3, reason: IN_A_VARIABLE },
  'apps/settings/src/saved-snippets/saved-snippets.repository.ts': { count: 5, reason: IN_A_VARIABLE },
  'libs/mail/src/sent-mails.ts': { count: 4, reason: ALL_ORGANIZATIONS },
};

export const organizationInStatements: Rule = {
  name: 'organization-in-statements',
  description: 'Each SQL text that contains a table of an organization also contains organization_id, except for a list with reasons.',
  check: (workspace) => {
    const models = workspace.tables.filter((model) => model.hasOrganizationId);
    const tables = new Set(models.map(({ table }) => table));
    const delegates = new Set(models.map(({ delegate }) => delegate));
    const sources = workspace.sources.filter(
      ({ isTest, project }) => !isTest && project.kind !== 'outside' && !NOT_JUDGED.has(project.name),
    );
    return sources.flatMap((source) => {
      const without = [...sqlWithout(source, tables), ...prismaWithout(source, delegates)];
      const allowed = WITHOUT_ORGANIZATION[source.path]?.count ?? 0;
      if (without.length === allowed) return [];
      const line = source.lineAt(without.at(-1) ?? 0);
      return without.length > allowed
        ? [
            {
              file: source.path,
              line,
              message: `${without.length} statements contain a table of an organization without organization_id, but only ${allowed} may.`,
              fix: 'Add organization_id to the statement.',
            },
          ]
        : [
            {
              file: source.path,
              line,
              message: `Only ${without.length} of ${allowed} allowed statements are without organization_id.`,
              fix: 'Reduce the number in tools/src/check/rules/organization-in-statements.ts.',
            },
          ];
    });
  },
};

/** Offsets of SQL texts with a table of an organization and without organization_id. */
function sqlWithout(source: SourceFile, tables: ReadonlySet<string>): number[] {
  return textsIn(source)
    .filter(({ text }) => STATEMENT.test(text) && tablesNamed(text, tables).length > 0 && !text.includes('organization_id'))
    .map(({ start }) => start);
}

/** Offsets of such calls of the Prisma client: `tx.channel.findMany({ ... })`. */
function prismaWithout(source: SourceFile, delegates: ReadonlySet<string>): number[] {
  const found: number[] = [];
  source.visit(
    on('CallExpression', (call) => {
      const path = memberPath(call.callee);
      if (path.length < 3 || !delegates.has(path.at(-2) ?? '') || !PRISMA_CALL.test(path.at(-1) ?? '')) return;
      if (!source.text.slice(call.start, call.end).includes('organizationId')) found.push(call.start);
    }),
  );
  return found;
}
