import { Prisma } from '@parley/persistence';
import type { ResolvedSearch } from './narrow-context.js';

/** Whether `m` contains all words, in any form, and the phrases literally. A query without words and phrases matches nothing. */
export function searchCondition(query: ResolvedSearch): Prisma.Sql {
  if (query.lexemes.length === 0) return query.phrases.length === 0 ? Prisma.sql`false` : hasPhrases(query);
  return Prisma.sql`EXISTS (SELECT FROM message_search w
    WHERE w.organization_id = m.organization_id AND w.message_id = m.id AND ${hasWords(query)}) AND ${hasPhrases(query)}`;
}

/** A condition on `w`, a row of message_search. */
export function hasWords({ text }: ResolvedSearch): Prisma.Sql {
  return Prisma.sql`w.tsv @@ plainto_tsquery('english', ${text})`;
}

/** A condition on `m`: its content or topic contains the phrases, ignoring case. */
export function hasPhrases({ phrases }: ResolvedSearch): Prisma.Sql {
  if (phrases.length === 0) return Prisma.sql`true`;
  const patterns = phrases.map((phrase) => `%${phrase.replace(/[\\%_]/g, '\\$&')}%`);
  return Prisma.join(
    patterns.map((pattern) => Prisma.sql`(m.content ILIKE ${pattern} OR m.topic ILIKE ${pattern})`),
    ' AND ',
  );
}
