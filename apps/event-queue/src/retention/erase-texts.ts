import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { seqOfEventId, snapshotEventId } from '@parley/contracts';
import type { Lane } from '@parley/contracts/event-queue';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { LanePlans } from '../lanes/lane-plans.js';
import { QueueStore } from '../queues/queue-store.js';
import { eraseSomeTexts, organizationsWithTextsToErase } from './event-log.repository.js';

const EVERY_MS = 5 * 60_000;
/** Together with the pause before the next run and the time in the cache of a process (KEEP_MS), this is at most an hour. */
const MAX_SECONDS = 25 * 60;
/** Queues per script, so that Redis can answer polls in between. */
const CHUNK = 500;

const eraseTexts = job('event-log-erase-texts', z.object({}));

/**
 * Erases the content of deleted messages from the event log: when every queue has acknowledged everything before the deletion, or after a
 * while. A queue that is further behind then receives the message without content, and its deletion. Running it twice does no harm.
 */
@Injectable()
export class EraseTexts implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(eraseTexts, () => this.execute());
    await this.jobs.schedule(eraseTexts, {}, EVERY_MS);
  }

  async execute(): Promise<void> {
    for (const id of await organizationsWithTextsToErase(this.database.direct)) {
      try {
        await this.erase(id, await this.acknowledgedSeq(id));
      } catch (err) {
        this.runtime.logger.warn({ err, organizationId: id }, 'failed to erase the content of deleted messages; the next run will retry');
      }
    }
  }

  private async erase(organizationId: number, acknowledgedSeq: number): Promise<void> {
    while (await eraseSomeTexts(this.database.direct, organizationId, acknowledgedSeq, MAX_SECONDS));
  }

  /** All queues have acknowledged their entries up to this seq, and fan-out has read it. */
  private async acknowledgedSeq(organizationId: number): Promise<number> {
    await this.plans.refresh();
    // While queues move to other lanes, not all are seen.
    if (this.plans.of(organizationId).next !== null) return 0;
    const seqs = await Promise.all(this.plans.lanesOf(organizationId).map((lane) => this.acknowledgedIn(lane)));
    return Math.min(...seqs);
  }

  /** Without an index there are no queues. */
  private async acknowledgedIn(lane: Lane): Promise<number> {
    const cursor = await this.store.cursor(lane);
    let least = cursor?.seq ?? Number.MAX_SAFE_INTEGER;
    const ids = await this.store.allQueues(lane);
    for (let first = 0; first < ids.length; first += CHUNK) {
      for (const { acknowledgedId, length } of await this.store.inspect(lane, ids.slice(first, first + CHUNK))) {
        if (acknowledgedId === null) return 0;
        if (length > 0) least = Math.min(least, acknowledgedSeqOf(acknowledgedId));
      }
    }
    return least;
  }
}

/** If an event has several client events, the last may not be acknowledged yet. */
function acknowledgedSeqOf(eventId: number): number {
  const seq = seqOfEventId(eventId);
  return eventId >= snapshotEventId(seq) ? seq : seq - 1;
}
