import { Injectable } from '@nestjs/common';
import { readMessages, readViewer } from '@parley/access';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { matchNarrow } from '@parley/contracts/messaging';
import { HistoryDatabase } from '@parley/persistence';
import { resolveNarrow } from './narrow-context.js';
import { narrowTerms } from './narrow-terms.js';
import { matchingIds } from './reading.repository.js';
import { searchMatches } from './search-matches.js';

/** GET /messages/matches_narrow. Messages that the caller may not see do not match. */
@Injectable()
export class MatchNarrow {
  constructor(private readonly database: HistoryDatabase) {}

  async execute(caller: Caller, params: InputOf<typeof matchNarrow>): Promise<OutputOf<typeof matchNarrow>> {
    const reader = this.database.direct;
    const viewer = await readViewer(reader, caller);
    const narrow = await resolveNarrow(reader, viewer, narrowTerms(params.narrow));
    const messages = await readMessages(reader, viewer, await matchingIds(reader, viewer, narrow, params.msg_ids));
    const facts = messages.map((message) => message.facts);
    const matches = await searchMatches(reader, narrow, facts, params.allow_empty_topic_name);
    return { messages: Object.fromEntries(matches.map((match, index) => [facts[index]?.id, match])) };
  }
}
