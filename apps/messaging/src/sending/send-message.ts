import { Injectable } from '@nestjs/common';
import type { Caller, InputOf, OutputOf, sendMessage } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { Database, isUniqueViolation, readFirstSend, readSendContext } from '@parley/persistence';
import { type Composed, compose } from './compose.js';
import { destinationOf } from './destination.js';
import { type Draft, draftOf, questionOf } from './draft.js';
import { storeMessage } from './store-message.js';

/**
 * POST /messages: one statement to read what the decision needs, one to write. Sending again under the same (queue_id, local_id) answers
 * with the first message's id and stores nothing, also when both arrive at the same instant.
 */
@Injectable()
export class SendMessage {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  async execute(caller: Caller, request: InputOf<typeof sendMessage>): Promise<OutputOf<typeof sendMessage>> {
    const draft = draftOf(caller, request);
    const context = await readSendContext(this.database.client, caller.organizationId, questionOf(caller, draft));
    if (context.repeatOf !== null) return { id: context.repeatOf };
    const composed = compose(caller, draft, context, destinationOf(draft.to, context));
    return { id: await this.store(caller, draft, composed) };
  }

  private async store(caller: Caller, { localId }: Draft, composed: Composed): Promise<number> {
    try {
      const { messageId, event } = await storeMessage(this.database.client, caller.organizationId, composed, localId);
      this.eventLog.announce(caller.organizationId, [event]);
      return messageId;
    } catch (error) {
      if (localId === null || !isUniqueViolation(error, 'sent_local_id_pkey')) throw error;
      const first = await readFirstSend(this.database.client, caller.organizationId, caller.userId, localId);
      if (first === undefined) throw error;
      return first;
    }
  }
}
