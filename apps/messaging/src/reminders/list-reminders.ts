import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { listReminders } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { readReminders } from './reminders.repository.js';

/** GET /reminders. */
@Injectable()
export class ListReminders {
  constructor(private readonly database: Database) {}

  async execute(caller: Caller): Promise<OutputOf<typeof listReminders>> {
    return { reminders: await readReminders(this.database.direct, caller) };
  }
}
