import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf } from '@parley/contracts';
import type { renderMessage } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { readTextContext } from '../composing/compose-context.repository.js';
import { mentionedNames } from '../composing/mentioned-names.js';
import { checkedContent } from '../composing/message-content.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';

/** POST /messages/render: renders as if the caller sent the message to themselves. */
@Injectable()
export class PreviewMessage {
  constructor(
    private readonly database: Database,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, params: InputOf<typeof renderMessage>): Promise<OutputOf<typeof renderMessage>> {
    const content = checkedContent(params.content);
    const context = await readTextContext(this.database.direct, caller, mentionedNames(content));
    const { html } = await this.renderer.render(caller, renderJobOf(content, context));
    return { rendered: html };
  }
}
