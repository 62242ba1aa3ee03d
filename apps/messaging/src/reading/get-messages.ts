import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type getMessages, type InputOf, type OutputOf } from '@parley/contracts';
import { Database, type Reader, readMessages, readViewer, type Viewer } from '@parley/persistence';
import { anchorId } from '@parley/policies';
import { type FoundRange, findRange } from './find-range.js';
import { messageForm, viewOf } from './message-form.js';

type Params = InputOf<typeof getMessages>;

/** GET /messages: a fixed number of statements, however many messages are asked for and however many channels the caller is in. */
@Injectable()
export class GetMessages {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: Params): Promise<OutputOf<typeof getMessages>> {
    const reader = this.database.client;
    const viewer = await readViewer(reader, caller);
    if (params.message_ids !== undefined) return this.byIds(caller, viewer, params.message_ids, params);
    const { request, range } = await rangeOfMessages(reader, viewer, params);
    return {
      messages: await this.forms(caller, viewer, range.ids, params),
      anchor: anchorId(request.anchor),
      found_anchor: range.foundAnchor,
      found_newest: range.foundNewest,
      found_oldest: range.foundOldest,
      history_limited: false,
    };
  }

  private async byIds(caller: Caller, viewer: Viewer, ids: readonly number[], params: Params): Promise<OutputOf<typeof getMessages>> {
    const given = (['anchor', 'include_anchor', 'narrow', 'num_after', 'num_before'] as const).filter((name) => params[name] !== undefined);
    if (given.length > 0) throw apiErrors.unsupportedCombination({ names: [...given, 'message_ids'].sort() });
    return { messages: await this.forms(caller, viewer, ids, params), history_limited: false };
  }

  private async forms(caller: Caller, viewer: Viewer, ids: readonly number[], params: Params) {
    const messages = await readMessages(this.database.client, viewer, ids);
    return messages.map((message) => messageForm(message, viewOf(caller, params)));
  }
}

function rangeOfMessages(reader: Reader, viewer: Viewer, params: Params): Promise<FoundRange> {
  if (params.num_before === undefined) throw apiErrors.missingParameter({ name: 'num_before' });
  if (params.num_after === undefined) throw apiErrors.missingParameter({ name: 'num_after' });
  return findRange(reader, viewer, {
    anchor: params.use_first_unread_anchor ? 'first_unread' : params.anchor,
    includeAnchor: params.include_anchor ?? true,
    numBefore: params.num_before,
    numAfter: params.num_after,
    narrow: params.narrow ?? [],
  });
}
