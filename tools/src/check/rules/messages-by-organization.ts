import type { Rule } from '../rule.js';
import { textsIn } from '../workspace/sql-in-source.js';

const COMPARISON = /\b(?:m\.organization_id|(?:FROM|JOIN|UPDATE) message WHERE organization_id) = /g;
const NAMES_MESSAGES = /\b(?:FROM|JOIN|UPDATE) message\b/;
/** `m` is something else there. */
const NAMES_OTHERS = /\b(?:FROM|JOIN|UPDATE|USING) (?!message )[a-z_]+ m\b/;
const PARTS_OF_MESSAGES = /^(?:libs\/access\/src\/messages|apps\/messaging\/src)\//;

/** They want the messages of an organization by time. */
const BY_TIME: ReadonlySet<string> = new Set([
  'apps/messaging/src/purge/purge.repository.ts',
  'apps/messaging/src/deleting/retention.repository.ts',
  'apps/messaging/src/reading/reading.repository.ts',
  'apps/messaging/src/exports/contents.repository.ts',
  'apps/messaging/src/exports/export-size.repository.ts',
  'apps/notifications/src/digest/digest-candidates.repository.ts',
  'apps/notifications/src/digest/digest-runs.repository.ts',
  'apps/organization/src/organizations/usage.repository.ts',
]);

export const messagesByOrganization: Rule = {
  name: 'messages-by-organization',
  description:
    'Statements that find messages by an id, channel, topic, conversation or sender compare the organization with IS NOT DISTINCT FROM. With = PostgreSQL also reads the index of all messages of the organization.',
  check: (workspace) =>
    workspace.sources
      .filter(({ isTest, path, project }) => !isTest && project.kind !== 'outside' && !BY_TIME.has(path))
      .flatMap((source) =>
        textsIn(source)
          .filter(({ text }) => (PARTS_OF_MESSAGES.test(source.path) || NAMES_MESSAGES.test(text)) && !NAMES_OTHERS.test(text))
          .flatMap(({ text, start }) =>
            [...text.matchAll(COMPARISON)].map((match) => ({
              file: source.path,
              line: source.lineAt(start) + text.slice(0, match.index).split('\n').length - 1,
              message: 'This comparison of the organization can be read from the index of all its messages.',
              fix: 'Write organization_id IS NOT DISTINCT FROM, which no index serves, and name the id, channel, topic, conversation or sender.',
            })),
          ),
      ),
};
