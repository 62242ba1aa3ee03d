import { Injectable } from '@nestjs/common';
import { readViewer } from '@parley/access';
import { apiErrors, type Caller, displayTopic, type InputOf, type OutputOf } from '@parley/contracts';
import type { getMessageHistory } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { messageHistory } from './message-history.js';
import { readStoredHistory } from './read-stored-history.js';

/** GET /messages/{message_id}/history. */
@Injectable()
export class GetMessageHistory {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof getMessageHistory>): Promise<OutputOf<typeof getMessageHistory>> {
    const reader = this.database.direct;
    const viewer = await readViewer(reader, caller);
    const message = await readStoredHistory(reader, viewer, params.message_id);
    if (message === undefined) throw apiErrors.invalidMessages();
    if (message.policy === 'none') throw apiErrors.editHistoryDisabled();
    const shown = (topic: string) => displayTopic(topic, params.allow_empty_topic_name);
    const entries = messageHistory(message, message.policy === 'moves');
    return {
      message_history: entries.map((entry) => ({
        ...entry,
        topic: message.isDirect ? '' : shown(entry.topic),
        ...(entry.prev_topic !== undefined && { prev_topic: shown(entry.prev_topic) }),
      })),
    };
  }
}
