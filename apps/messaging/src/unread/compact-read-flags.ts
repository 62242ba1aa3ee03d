import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { changeInBatches } from '../change-in-batches.js';
import { compactBatch } from './compact-batch.js';
import { type CompactionPlace, crowdedPlaces, peopleWithReadRows } from './compaction.repository.js';

const EVERY_MS = 3600 * 1000;
/** Minimum number of such rows of one user in one place. */
const MIN_ROWS = 500;

const compactReadFlags = job('messaging-fold-read-rows', z.object({}));

/**
 * Marking messages as read one by one creates a row for each. Where such rows are dense, one watermark can replace them. Each of the small
 * transactions leaves all read states unchanged: a failed run changes nothing, and the next run continues.
 */
@Injectable()
export class CompactReadFlags implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(compactReadFlags, () => this.execute());
    await this.jobs.schedule(compactReadFlags, {}, EVERY_MS);
  }

  async execute(minRows = MIN_ROWS): Promise<void> {
    let removedRows = 0;
    for await (const person of peopleWithReadRows(this.database.direct, minRows)) {
      for (const place of await crowdedPlaces(this.database.direct, person.organizationId, person, minRows))
        removedRows += await this.compact(place);
    }
    this.runtime.logger.info({ removedRows }, 'read flags compacted');
  }

  /** Returns the number of deleted rows. */
  private compact(place: CompactionPlace): Promise<number> {
    return changeInBatches(this.eventLog, place.organizationId, (tx) => compactBatch(tx, place));
  }
}
