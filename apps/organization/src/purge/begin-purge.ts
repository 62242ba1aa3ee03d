import { Injectable } from '@nestjs/common';
import { apiErrors, type InputOf, type OutputOf } from '@parley/contracts';
import { type beginPurge, PURGE_AFTER_SECONDS } from '@parley/contracts/organization';
import { nameActor } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { lockedState, markPurge } from './purge.repository.js';

/**
 * Marks a deactivated organization as one that is being purged. From then on it cannot be reactivated, and services delete its rows when they
 * are called.
 */
@Injectable()
export class BeginPurge {
  constructor(private readonly database: Database) {}

  /** @throws unknownOrganization @throws organizationActive */
  execute({ organizationId }: InputOf<typeof beginPurge>): Promise<OutputOf<typeof beginPurge>> {
    return this.database.transaction(async (tx) => {
      await nameActor(tx);
      const state = await lockedState(tx, organizationId);
      if (state === undefined) throw apiErrors.unknownOrganization();
      if (state.deactivatedForSeconds === null) throw apiErrors.organizationActive();
      if (state.isBeingPurged) return { waitSeconds: 0 };
      const waitSeconds = Math.max(0, Math.ceil(PURGE_AFTER_SECONDS - state.deactivatedForSeconds));
      if (waitSeconds === 0) await markPurge(tx, organizationId);
      return { waitSeconds };
    });
  }
}
