import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { purgeInvitations } from '@parley/contracts/invitations';
import { Database, type PurgeStep, purgeForAWhile, purgeRows } from '@parley/persistence';

/** Deletes the invitations of an organization that is being purged, the newest first: an invitation may have an older one as its parent. */
@Injectable()
export class PurgeInvitations {
  readonly steps: readonly PurgeStep[];

  constructor(private readonly database: Database) {
    this.steps = [purgeRows(database, 'invitation', { key: ['id'], isBackward: true })];
  }

  execute(input: InputOf<typeof purgeInvitations>): Promise<OutputOf<typeof purgeInvitations>> {
    return purgeForAWhile(this.database.direct, this.steps, input);
  }
}
