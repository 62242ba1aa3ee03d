import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { renderMessage } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import { questionOf } from './draft.js';
import { checkedContent } from './message-content.js';
import { readSendContext } from './send-context.repository.js';

/** POST /messages/render: renders as if the caller sent the message to themselves. */
@Injectable()
export class PreviewMessage {
  constructor(
    private readonly database: Database,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof renderMessage>): Promise<OutputOf<typeof renderMessage>> {
    const content = checkedContent(params.content);
    const question = questionOf(caller, { kind: 'direct', userIds: [], emails: [] }, content);
    const context = await readSendContext(this.database.client, caller.organizationId, question);
    const { html } = await this.renderer.render(caller, renderJobOf(content, context));
    return { rendered: html };
  }
}
