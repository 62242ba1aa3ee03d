import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { z } from 'zod';
import { removeMessages } from './remove-messages.js';
import { type ExpiredPlace, expiredMessages, expiredPlaces } from './retention.repository.js';

const EVERY_MS = 3600 * 1000;

const applyRetention = job('messaging-apply-retention', z.object({}));

/**
 * Deletes messages that are older than message_retention_days of their organization or channel, with the same events as any deletion. Each
 * batch is a change of its own that reads anew what has expired: a failed run leaves nothing half done, and the next run continues.
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
    for (const place of await expiredPlaces(this.database.client)) deleted += await this.empty(place);
    this.runtime.logger.info({ deleted }, 'expired messages deleted');
  }

  /** Returns the number of deleted messages. */
  private async empty(place: ExpiredPlace): Promise<number> {
    let deleted = 0;
    for (;;) {
      const batch = await this.eventLog.change(place.organizationId, async (tx, log) => {
        const ids = await expiredMessages(tx, place.organizationId, place.channelId);
        await removeMessages(tx, log, place.organizationId, ids);
        return ids.length;
      });
      if (batch === 0) return deleted;
      deleted += batch;
    }
  }
}
