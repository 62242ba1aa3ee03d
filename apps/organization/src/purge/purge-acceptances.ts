import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgeAcceptances } from '@parley/contracts/organization';
import { Database, type PurgeStep, purgeForAWhile, purgeRows } from '@parley/persistence';

/** Deletes which accounts came from which invitation, before the invitations service deletes the invitations. */
@Injectable()
export class PurgeAcceptances {
  readonly steps: readonly PurgeStep[];

  constructor(private readonly database: Database) {
    this.steps = [purgeRows(database, 'invitation_acceptance', { key: ['invitation_id', 'user_id'] })];
  }

  execute(input: InputOf<typeof purgeAcceptances>): Promise<OutputOf<typeof purgeAcceptances>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }
}
