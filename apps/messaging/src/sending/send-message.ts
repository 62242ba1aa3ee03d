import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, MESSAGE_ATTRS, type OutputOf } from '@parley/contracts';
import type { sendMessage } from '@parley/contracts/messaging';
import { Database, isArchivedMeanwhile } from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { type ComposedMessage, composeMessage, textAttrs } from '../composing/compose.js';
import { readComposeContext } from '../composing/compose-context.repository.js';
import { mentionedNames } from '../composing/mentioned-names.js';
import { mentionsOf } from '../composing/mentions.js';
import { destinationOf, receiversOf } from '../destinations/destination.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import { StoreMessage } from '../storing/store-message.js';
import { type VisibilityChange, visibilityChangeOnSend } from '../topic-visibility/topic-visibility-on-send.js';
import { type Draft, draftOf } from './draft.js';

type Sent = OutputOf<typeof sendMessage>;

/**
 * POST /messages: one statement reads what the decision needs, one writes. A repeated send with the same (queue_id, local_id) returns the
 * first message's id and stores nothing, even if both arrive at the same moment. It does not repeat `automatic_new_visibility_policy`: the
 * sender's queues have the event.
 */
@Injectable()
export class SendMessage {
  constructor(
    private readonly database: Database,
    private readonly storing: StoreMessage,
    private readonly alerted: AlertedUsers,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, request: InputOf<typeof sendMessage>): Promise<Sent> {
    const reader = this.database.direct;
    const draft = draftOf(caller, request);
    const { to, content, localId } = draft;
    const context = await readComposeContext(reader, caller, { to, names: mentionedNames(content), localId });
    if (context.repeatOf !== null) return { id: context.repeatOf };
    const destination = destinationOf(to, context.destination);
    const rendered = await this.renderer.render(caller, renderJobOf(content, context.text));
    const { flags: mentioned, botIds } = mentionsOf(rendered, context, destination);
    const alertable = { content, to: receiversOf(destination), flags: mentioned };
    const flags = await this.alerted.flag(reader, caller.organizationId, context.alertWordsVersion, alertable);
    const attrs = textAttrs(rendered, destination) | (draft.isReadBySender ? MESSAGE_ATTRS.readBySender : 0);
    const message = composeMessage(caller, context, { content, rendered, attrs, destination, flags, botIds });
    return this.store(caller, draft, message, visibilityChangeOnSend(caller, context, destination));
  }

  private async store(
    { organizationId }: Caller,
    { localId }: Draft,
    message: ComposedMessage,
    change: VisibilityChange | null,
  ): Promise<Sent> {
    try {
      const { messageId, senderVisibility } = await this.storing.execute(organizationId, { message, localId, change });
      return { id: messageId, ...(senderVisibility === null ? {} : { automatic_new_visibility_policy: senderVisibility }) };
    } catch (error) {
      if (isArchivedMeanwhile(error) && message.destination.kind === 'channel') {
        throw apiErrors.mayNotSendToChannel({ channel: message.destination.channel.name });
      }
      throw error;
    }
  }
}
