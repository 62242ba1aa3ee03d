import { Injectable } from '@nestjs/common';
import { readMessages, readViewer, type Viewer } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { matchNarrow } from '@parley/contracts/messaging';
import { HistoryDatabase, Prisma, type Reader } from '@parley/persistence';
import { scopeCondition } from './message-source.js';
import { type Narrow, resolveNarrow } from './narrow-context.js';
import { narrowFilter } from './narrow-filter.js';
import { narrowTerms } from './narrow-terms.js';
import { searchMatches } from './search-matches.js';

/** GET /messages/matches_narrow. Messages that the caller may not see do not match. */
@Injectable()
export class MatchNarrow {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller, params: InputOf<typeof matchNarrow>): Promise<OutputOf<typeof matchNarrow>> {
    const reader = this.database.client;
    const viewer = await readViewer(reader, caller);
    const narrow = await resolveNarrow(reader, viewer, narrowTerms(params.narrow));
    const messages = await readMessages(reader, viewer, await matching(reader, viewer, narrow, params.msg_ids));
    const facts = messages.map((message) => message.facts);
    const matches = await searchMatches(reader, narrow, facts, params.allow_empty_topic_name);
    return { messages: Object.fromEntries(matches.map((match, index) => [facts[index]?.id, match])) };
  }
}

async function matching(
  reader: Reader,
  viewer: Viewer,
  { terms, scope, matchesNothing }: Narrow,
  ids: readonly number[],
): Promise<number[]> {
  if (matchesNothing) return [];
  const rows = await reader.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT m.id::float8 AS id FROM message m
    WHERE m.organization_id = ${viewer.organizationId} AND m.id = ANY (${[...ids]}::bigint[])
      AND ${scopeCondition(viewer, scope)} AND ${narrowFilter(viewer, terms)}`);
  return rows.map(({ id }) => id);
}
