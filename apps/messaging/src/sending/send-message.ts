import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, type OutputOf } from '@parley/contracts';
import type { sendMessage } from '@parley/contracts/messaging';
import { Database, isArchivedMeanwhile } from '@parley/persistence';
import { refuseAboveDailyLimit } from '../daily-limit/daily-limit.js';
import { MessageRenderer } from '../rendering/message-renderer.js';
import { StoreMessage } from '../storing/store-message.js';
import { ComposeDraft, type ReadyMessage } from './compose-draft.js';
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
    private readonly composing: ComposeDraft,
    private readonly storing: StoreMessage,
    private readonly renderer: MessageRenderer,
  ) {}

  async execute(caller: Caller, request: InputOf<typeof sendMessage>): Promise<Sent> {
    const draft = draftOf(caller, request);
    const composed = await this.composing.execute(this.database.direct, caller, draft, (job) => this.renderer.render(caller, job));
    return 'repeatOf' in composed ? { id: composed.repeatOf } : this.store(caller, draft, composed);
  }

  private async store({ organizationId }: Caller, { localId }: Draft, { message, change, daily }: ReadyMessage): Promise<Sent> {
    refuseAboveDailyLimit(daily);
    try {
      const { messageId, senderVisibility } = await this.storing.execute(organizationId, {
        message,
        localId,
        change,
        dailyLimit: daily.limit,
      });
      return { id: messageId, ...(senderVisibility === null ? {} : { automatic_new_visibility_policy: senderVisibility }) };
    } catch (error) {
      if (isArchivedMeanwhile(error) && message.destination.kind === 'channel') {
        throw apiErrors.mayNotSendToChannel({ channel: message.destination.channel.name });
      }
      throw error;
    }
  }
}
