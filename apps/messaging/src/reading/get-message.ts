import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type getMessage, type InputOf, type OutputOf } from '@parley/contracts';
import { Database, readMessages, readViewer } from '@parley/persistence';
import { messageForm, viewOf } from './message-form.js';

/** GET /messages/{message_id}. What one may not see is answered like what does not exist. */
@Injectable()
export class GetMessage {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller, params: InputOf<typeof getMessage>): Promise<OutputOf<typeof getMessage>> {
    const viewer = await readViewer(this.database.client, caller);
    const [message] = await readMessages(this.database.client, viewer, [params.message_id]);
    if (message === undefined) throw apiErrors.invalidMessages();
    return { message: messageForm(message, viewOf(caller, params)), raw_content: message.facts.content };
  }
}
