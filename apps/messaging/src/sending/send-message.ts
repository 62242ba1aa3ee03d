import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { sendMessage } from '@parley/contracts/messaging';
import { Database, isArchivedMeanwhile, isUniqueViolation } from '@parley/persistence';
import { AlertedUsers } from '../alert-words/alerted-users.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { renderJobOf } from '../rendering/render-job-of.js';
import { type Composed, compose } from './compose.js';
import { destinationOf } from './destination.js';
import { type Draft, draftOf, questionOf } from './draft.js';
import { readFirstSend, readSendContext } from './send-context.repository.js';
import { StoreComposed } from './store-composed.js';
import { type VisibilityChange, visibilityChange } from './visibility-change.js';

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
    private readonly storing: StoreComposed,
    private readonly alerted: AlertedUsers,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, request: InputOf<typeof sendMessage>): Promise<Sent> {
    const draft = draftOf(caller, request);
    const context = await readSendContext(
      this.database.client,
      caller.organizationId,
      questionOf(caller, draft.to, draft.content, draft.localId),
    );
    if (context.repeatOf !== null) return { id: context.repeatOf };
    const destination = destinationOf(draft.to, context);
    const rendered = await this.renderer.render(caller, renderJobOf(draft.content, context));
    const composed = compose(caller, draft, context, destination, rendered);
    const message = await this.alerted.flag(this.database.client, caller.organizationId, context.alertWordsVersion, composed);
    return this.store(caller, draft, message, visibilityChange(caller, context, destination));
  }

  private async store(
    { organizationId, userId }: Caller,
    { localId }: Draft,
    composed: Composed,
    change: VisibilityChange | null,
  ): Promise<Sent> {
    try {
      const { messageId, senderVisibility } = await this.storing.execute(organizationId, { composed, localId, change });
      return { id: messageId, ...(senderVisibility === null ? {} : { automatic_new_visibility_policy: senderVisibility }) };
    } catch (error) {
      if (isArchivedMeanwhile(error) && composed.destination.kind === 'channel') {
        throw apiErrors.mayNotSendToChannel({ channel: composed.destination.channel.name });
      }
      if (localId === null || !isUniqueViolation(error, 'sent_local_id_pkey')) throw error;
      const first = await readFirstSend(this.database.client, organizationId, userId, localId);
      if (first === undefined) throw error;
      return { id: first };
    }
  }
}
