import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { listScheduledMessages } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { readScheduledMessages } from './scheduled-messages.repository.js';

/** GET /scheduled_messages. */
@Injectable()
export class ListScheduledMessages {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller): Promise<OutputOf<typeof listScheduledMessages>> {
    return { scheduled_messages: await readScheduledMessages(this.database.direct, caller) };
  }
}
