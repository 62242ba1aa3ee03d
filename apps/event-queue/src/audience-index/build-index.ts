import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type Lane, organizationOf, peopleOf } from '@parley/contracts/event-queue';
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
 * Builds a lane's index and cursor from one snapshot of PostgreSQL: before its first queue, after Redis was wiped, and before queues move to it.
 * If two replicas start at the same time, one builds and the other waits. If the builder dies, the next one starts with an empty index.
 */
@Injectable()
export class BuildIndex {
  private readonly inHand = new Map<Lane, Promise<boolean>>();

  constructor(
    private readonly store: QueueStore,
    private readonly database: Database,
    private readonly runtime: Runtime,
  ) {}

  /**
   * Settles when the index exists, whichever replica built it. False if the queues of the lane move to others.
   * @param change the change of the number of lanes that it is built for: then its cursor stays until queues have moved to it
   */
  execute(lane: Lane, change?: number): Promise<boolean> {
    const known = this.inHand.get(lane);
    if (known !== undefined) return known;
    const building = this.untilBuilt(lane, change).finally(() => this.inHand.delete(lane));
    this.inHand.set(lane, building);
    return building;
  }

  private async untilBuilt(lane: Lane, change: number | undefined): Promise<boolean> {
    const token = randomUUID();
    for (;;) {
      const claim = await this.store.beginBuild(lane, token, STALE_MS);
      if (claim === 'built' || claim === 'leaving') return claim === 'built';
      if (claim === 'busy') await delay(WAIT_MS);
      else if (await this.build(lane, token, change)) return true;
    }
  }

  /** False if another builder took over the claim. */
  private build(lane: Lane, token: string, change: number | undefined): Promise<boolean> {
    const organizationId = organizationOf(lane);
    const isServed = peopleOf(lane);
    return this.database.transaction(
      async (tx) => {
        const head = await headOf(tx, organizationId);
        let users = 0;
        for await (const page of readMemberships(tx, organizationId)) {
          const served = page.filter(({ userId }) => isServed(userId));
          for (const load of split(served)) if (!(await this.store.loadUsers(lane, token, load))) return false;
          users += served.length;
        }
        if (!(await this.store.commitBuild(lane, token, head, change))) return false;
        this.runtime.logger.info({ organizationId, lane, ...head, users }, 'built the audience index of an organization');
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
