import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { INCOMING_FOLDER } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import { z } from 'zod';
import { dueFiles, forgetFile, organizationWithUnclaimed, unclaimedIds } from './attachments.repository.js';
import { deleteAttachments } from './delete-attachments.js';

const EVERY_MS = 10 * 60 * 1000;
const DAY_MS = 24 * 3600 * 1000;
/** How long an attachment waits for a message that links it. */
const UNCLAIMED_DAYS = 7;
/** Maximum attachments deleted in one change, which limits its event, and files erased in one round. */
const BATCH = 500;

const eraseFiles = job('messaging-erase-files', z.object({}));

/**
 * Deletes attachments that no message has linked for a week, erases the files of deleted ones, and removes the remains of failed uploads.
 * Running it twice does no harm: a file is taken off the list after it is erased.
 */
@Injectable()
export class EraseFiles implements OnApplicationBootstrap {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly storage: FileStorage,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(eraseFiles, () => this.execute(new Date()));
    await this.jobs.schedule(eraseFiles, {}, EVERY_MS);
  }

  async execute(now: Date): Promise<void> {
    const unclaimed = await this.deleteUnclaimed(new Date(now.getTime() - UNCLAIMED_DAYS * DAY_MS));
    const erased = await this.eraseDue(now);
    const left = await this.storage.removeOlder(INCOMING_FOLDER, new Date(now.getTime() - DAY_MS));
    this.runtime.logger.info({ unclaimed, erased, left }, 'unused files deleted');
  }

  private async deleteUnclaimed(before: Date): Promise<number> {
    let deleted = 0;
    for (;;) {
      const organizationId = await organizationWithUnclaimed(this.database.direct, before);
      if (organizationId === undefined) return deleted;
      deleted += await this.eventLog.change(organizationId, async (tx, log) => {
        const ids = await unclaimedIds(tx, organizationId, before, BATCH);
        await deleteAttachments(tx, log, organizationId, ids);
        return ids.length;
      });
    }
  }

  private async eraseDue(now: Date): Promise<number> {
    let erased = 0;
    for (;;) {
      const due = await dueFiles(this.database.direct, now, BATCH);
      if (due.length === 0) return erased;
      for (const { key, organizationId } of due) {
        await this.storage.remove(key);
        await forgetFile(this.database.client, organizationId, key);
      }
      erased += due.length;
    }
  }
}
