import { Injectable } from '@nestjs/common';
import type { Caller, OutputOf } from '@parley/contracts';
import type { listAlertWords } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { readAlertWords } from './alert-words.repository.js';

/** GET /users/me/alert_words */
@Injectable()
export class ListAlertWords {
  constructor(private readonly database: Database) {}

  async execute({ organizationId, userId }: Caller): Promise<OutputOf<typeof listAlertWords>> {
    return { alert_words: await readAlertWords(this.database.direct, organizationId, userId) };
  }
}
