import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf, renderMessage } from '@parley/contracts';
import { Database, readSendContext } from '@parley/persistence';
import { checkedContent } from '@parley/policies';
import { questionOf } from './draft.js';
import { organizationRules } from './organization-rules.js';
import { renderText } from './render-text.js';

/** POST /messages/render: as if the caller sent it, to nobody but himself. */
@Injectable()
export class PreviewMessage {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof renderMessage>): Promise<OutputOf<typeof renderMessage>> {
    const content = checkedContent(params.content);
    const question = questionOf(caller, {
      to: { kind: 'direct', userIds: [], emails: [] },
      content,
      localId: null,
      isReadBySender: true,
    });
    const context = await readSendContext(this.database.client, caller.organizationId, question);
    return { rendered: renderText(content, context, organizationRules(context.organization)).html };
  }
}
