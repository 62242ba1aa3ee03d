import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { headOf } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { QueueStore } from '../queues/queue-store.js';
import { readMemberships } from './memberships.repository.js';

/** A builder that has not renewed its claim for this long is considered dead. Each page of users renews the claim. */
const STALE_MS = 5_000;
const WAIT_MS = 20;
const TIMEOUT_MS = 60_000;
/** Users and their channels per script: keeps Redis responsive while it loads. */
const CHANNELS_PER_LOAD = 5_000;

/**
 * Builds an organization's index and cursor from one snapshot of PostgreSQL: before its first queue, and after Redis was wiped. If two
 * replicas start at the same time, one builds and the other waits. If the builder dies, the next one starts with an empty index.
 */
@Injectable()
export class BuildIndex {
  private readonly inHand = new Map<number, Promise<void>>();

  constructor(
    private readonly store: QueueStore,
    private readonly database: Database,
    private readonly runtime: Runtime,
  ) {}

  /** Settles when the index exists, whichever replica built it. */
  execute(organizationId: number): Promise<void> {
    const known = this.inHand.get(organizationId);
    if (known !== undefined) return known;
    const building = this.untilBuilt(organizationId).finally(() => this.inHand.delete(organizationId));
    this.inHand.set(organizationId, building);
    return building;
  }

  private async untilBuilt(organizationId: number): Promise<void> {
    const token = randomUUID();
    for (;;) {
      const claim = await this.store.beginBuild(organizationId, token, STALE_MS);
      if (claim === 'built') return;
      if (claim === 'busy') await delay(WAIT_MS);
      else if (await this.build(organizationId, token)) return;
    }
  }

  /** False if another builder took over the claim. */
  private build(organizationId: number, token: string): Promise<boolean> {
    return this.database.transaction(
      async (tx) => {
        const head = await headOf(tx, organizationId);
        let users = 0;
        for await (const page of readMemberships(tx, organizationId)) {
          for (const load of split(page)) if (!(await this.store.loadUsers(organizationId, token, load))) return false;
          users += page.length;
        }
        if (!(await this.store.commitBuild(organizationId, token, head))) return false;
        this.runtime.logger.info({ organizationId, ...head, users }, 'built the audience index of an organization');
        return true;
      },
      { isolation: 'RepeatableRead', timeoutMs: TIMEOUT_MS },
    );
  }
}

function* split<T extends { channelIds: readonly number[] }>(users: readonly T[]): Generator<T[]> {
  let load: T[] = [];
  let channels = 0;
  for (const user of users) {
    load.push(user);
    channels += user.channelIds.length;
    if (channels < CHANNELS_PER_LOAD) continue;
    yield load;
    load = [];
    channels = 0;
  }
  if (load.length > 0) yield load;
}
