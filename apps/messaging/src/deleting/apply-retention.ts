import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { changeInBatches } from '../change-in-batches.js';
import { removeMessages } from './remove-messages.js';
import { type ExpiredPlace, expiredMessages, expiredPlaces } from './retention.repository.js';

const EVERY_MS = 3600 * 1000;

const applyRetention = job('messaging-apply-retention', z.object({}));

/**
 * Deletes messages that are older than message_retention_days of their organization or channel, with the same events as any deletion.
 */
@Injectable()
export class ApplyRetention implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(applyRetention, () => this.execute());
    await this.jobs.schedule(applyRetention, {}, EVERY_MS);
  }

  async execute(): Promise<void> {
    let deleted = 0;
    for (const place of await expiredPlaces(this.database.direct)) deleted += await this.empty(place);
    this.runtime.logger.info({ deleted }, 'expired messages deleted');
  }

  /** Returns the number of deleted messages. */
  private empty({ organizationId, channelId }: ExpiredPlace): Promise<number> {
    return changeInBatches(this.eventLog, organizationId, async (tx, log) => {
      const ids = await expiredMessages(tx, organizationId, channelId);
      await removeMessages(tx, log, organizationId, ids);
      return ids.length;
    });
  }
}
