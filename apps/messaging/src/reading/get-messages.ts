import { Injectable } from '@nestjs/common';
import { isSpectator, readMessages, type Viewer } from '@parley/access';
import { apiErrors, type Caller, type InputOf, type OutputOf, type Visitor } from '@parley/contracts';
import type { getMessages, MessageObject } from '@parley/contracts/messaging';
import { HistoryDatabase } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import type { FindTopicLinks } from '../messages/linkifiers.js';
import { findRange, type RequestedRange } from './find-range.js';
import { messageForm, viewOf } from './message-form.js';
import type { Narrow } from './narrow-context.js';
import { anchorId } from './narrow-range.js';
import { isForSpectators } from './narrow-scope.policy.js';
import { narrowTerms } from './narrow-terms.js';
import { readReactingUsers } from './reacting-users.js';
import { notLoggedIn, ReadAccess } from './read-access.js';
import { isSearch, searchMatches } from './search-matches.js';
import { isInChannelsOf, refuseOtherChannels } from './token-channels.js';

type Params = InputOf<typeof getMessages>;

interface PageReader {
  readonly caller: Caller | Visitor;
  readonly viewer: Viewer;
  readonly linksOf: FindTopicLinks;
}

/** GET /messages: a fixed number of statements, however many messages are requested and however many channels the caller is in. */
@Injectable()
export class GetMessages {
  constructor(
    private readonly database: HistoryDatabase,
    private readonly access: ReadAccess,
    private readonly addresses: OrganizationAddresses,
  ) {}

  async execute(caller: Caller | Visitor, params: Params): Promise<OutputOf<typeof getMessages>> {
    const reader = { caller, ...(await this.access.withTopicLinks(caller)) };
    const { viewer } = reader;
    if (isSpectator(viewer) && !isForSpectators(narrowTerms(params.narrow ?? []))) throw notLoggedIn();
    if (params.message_ids !== undefined) return this.byIds(reader, params.message_ids, params);
    const check = (found: Narrow) => refuseOtherChannels(caller, found);
    const { narrow, request, range } = await findRange(this.database.direct, viewer, requestedRange(params), check);
    return {
      messages: await this.forms(reader, range.ids, params, narrow),
      anchor: anchorId(request.anchor),
      found_anchor: range.foundAnchor,
      found_newest: range.foundNewest,
      found_oldest: range.foundOldest,
      history_limited: false,
    };
  }

  private async byIds(reader: PageReader, ids: readonly number[], params: Params): Promise<OutputOf<typeof getMessages>> {
    const given = WITHOUT_IDS.filter((name) => params[name] !== undefined);
    if (given.length > 0) throw apiErrors.unsupportedCombination({ names: [...given, 'message_ids'].sort() });
    return { messages: await this.forms(reader, ids, params), history_limited: false };
  }

  private async forms(
    { caller, viewer, linksOf }: PageReader,
    ids: readonly number[],
    params: Params,
    narrow?: Narrow,
  ): Promise<MessageObject[]> {
    const messages = (await readMessages(this.database.direct, viewer, ids)).filter((message) => isInChannelsOf(caller, message));
    const view = viewOf(caller, params);
    const { addresses } = this;
    const reactingUsers = await readReactingUsers(this.database.direct, { viewer, clientName: caller.clientName, addresses }, messages);
    const forms = messages.map((message) => messageForm(viewer, message, { view, linksOf, addresses, reactingUsers }));
    if (narrow === undefined || !isSearch(narrow)) return forms;
    const facts = messages.map((message) => message.facts);
    const matches = await searchMatches(this.database.direct, narrow, facts, view.knowsEmptyTopic);
    return forms.map((form, index) => ({ ...form, ...matches[index] }));
  }
}

const WITHOUT_IDS = ['anchor', 'anchor_date', 'include_anchor', 'narrow', 'num_after', 'num_before'] as const;

function requestedRange(params: Params): RequestedRange {
  if (params.num_before === undefined) throw apiErrors.missingParameter({ name: 'num_before' });
  if (params.num_after === undefined) throw apiErrors.missingParameter({ name: 'num_after' });
  return {
    anchor: params.use_first_unread_anchor ? 'first_unread' : params.anchor,
    anchorDate: params.anchor_date,
    includeAnchor: params.include_anchor ?? true,
    numBefore: params.num_before,
    numAfter: params.num_after,
    narrow: params.narrow ?? [],
  };
}
