import type { ArrowFunctionExpression, Function as FunctionNode, ParamPattern } from 'oxc-parser';
import type { Rule } from '../rule.js';
import type { SourceFile } from '../workspace/source-file.js';
import { tablesNamed, textsIn } from '../workspace/sql-in-source.js';
import { keyName, memberPath } from '../workspace/syntax.js';
import { on } from '../workspace/walk-syntax.js';
import type { Workspace } from '../workspace/workspace.js';

/** Parameters for a user, whose type includes the organization id. */
const PERSONS = new Set(['caller', 'viewer']);

/** Files with queries, and names of a transaction or client that may precede the organization. */
const QUERIES = /^libs\/(persistence\/src\/reads|access\/src)\/(?!.*\.sql\.ts$)|\.repository\.ts$/;
const CONNECTIONS = new Set(['tx', 'client', 'database', 'db', 'prisma', 'reader', 'snapshot', 'connection', 'executor', 'writer']);

/** Functions that find the organization, by a key, an address or the link of a mail, or that serve the whole installation. */
const WITHOUT_ORGANIZATION: ReadonlySet<string> = new Set([
  'apps/organization/src/credentials/key-owners.repository.ts: keyOwners',
  'apps/organization/src/credentials/browser-sessions.repository.ts: sessionOwners',
  'apps/organization/src/credentials/api-tokens.repository.ts: tokenOwners',
  'apps/organization/src/credentials/keys-to-move.repository.ts: keysToMove',
  'apps/organization/src/bots/configs-to-move.repository.ts: configsToMove',
  'apps/organization/src/credentials/second-factors.repository.ts: totpSecretsToMove',
  'apps/organization/src/credentials/sign-in-steps.repository.ts: openStep',
  'apps/organization/src/sign-in/secrets-to-move.repository.ts: secretsToMove',
  'apps/notifications/src/outgoing/claim-calls.repository.ts: claimCalls',
  'apps/organization/src/credentials/login-accounts.repository.ts: loginAccount',
  'apps/organization/src/credentials/password-resets.repository.ts: findOrganization',
  'apps/organization/src/email-change/email-changes.repository.ts: findOrganization',
  'apps/organization/src/find-organizations/organizations-of-address.repository.ts: organizationsOfAddress',
  'apps/organization/src/password-reset/accounts-to-reset.repository.ts: accountToReset',
]);

export const organizationFirst: Rule = {
  name: 'organization-first',
  description:
    'What queries a table of an organization takes organizationId, or the caller, first (after the transaction, where one is handed in).',
  check: (workspace) =>
    workspace.sources
      .filter((source) => QUERIES.test(source.path) && !source.isTest)
      .flatMap((source) =>
        publicFunctions(source)
          .filter((each) => !WITHOUT_ORGANIZATION.has(`${source.path}: ${each.name}`))
          .filter((each) => !takesOrganizationFirst(each.params) && queriesOrganizationTable(source, each, workspace))
          .map((each) => ({
            file: source.path,
            line: source.lineAt(each.start),
            message: `${each.name} queries a table of an organization but does not take organizationId first.`,
            fix: 'Make organizationId the first parameter (or the second, after tx) and use it in every query.',
          })),
      ),
};

interface PublicFunction {
  readonly name: string;
  readonly params: readonly ParamPattern[];
  readonly start: number;
  readonly end: number;
}

/** Exported functions and the public methods of exported classes. */
function publicFunctions(source: SourceFile): PublicFunction[] {
  const found: PublicFunction[] = [];
  const add = (name: string, { params, start, end }: FunctionNode | ArrowFunctionExpression) => {
    found.push({ name, params, start, end });
  };
  source.visit(
    on('ExportNamedDeclaration', ({ declaration }) => {
      if (declaration?.type === 'FunctionDeclaration') add(declaration.id?.name ?? 'a function', declaration);
      if (declaration?.type === 'VariableDeclaration') {
        for (const { id, init } of declaration.declarations) {
          const isFunction = init?.type === 'ArrowFunctionExpression' || init?.type === 'FunctionExpression';
          if (isFunction) add(id.type === 'Identifier' ? id.name : 'a function', init);
        }
      }
      if (declaration?.type === 'ClassDeclaration') {
        for (const member of declaration.body.body) {
          if (member.type !== 'MethodDefinition' || member.kind === 'constructor') continue;
          if (member.accessibility === 'private' || member.key.type === 'PrivateIdentifier') continue;
          add(keyName(member.key), member.value);
        }
      }
    }),
  );
  return found;
}

function takesOrganizationFirst(params: readonly ParamPattern[]): boolean {
  const [first, second] = params.map((param) => (param.type === 'Identifier' ? param.name : ''));
  const subject = CONNECTIONS.has(first ?? '') ? second : first;
  return subject === 'organizationId' || PERSONS.has(subject ?? '');
}

function queriesOrganizationTable(source: SourceFile, { start, end }: PublicFunction, workspace: Workspace): boolean {
  const ofOrganizations = workspace.tables.filter((model) => model.hasOrganizationId);
  const tables = new Set(ofOrganizations.map(({ table }) => table));
  const delegates = new Set(ofOrganizations.map(({ delegate }) => delegate));
  const inside = (at: { start: number; end: number }) => at.start >= start && at.end <= end;
  if (textsIn(source).some((text) => inside(text) && tablesNamed(text.text, tables).length > 0)) return true;
  let queries = false;
  source.visit(
    on('CallExpression', (call) => {
      const path = memberPath(call.callee);
      if (inside(call) && path.length >= 3 && delegates.has(path.at(-2) ?? '')) queries = true;
    }),
  );
  return queries;
}
