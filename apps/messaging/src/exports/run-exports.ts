import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { KEPT_EXPORT_DAYS, MAX_KEPT_EXPORTS } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import { z } from 'zod';
import { SendNotice } from '../notices/send-notice.js';
import { claimExport, endExport, holdExport, nextExport, type WaitingExport } from './claims.repository.js';
import { DeleteExport } from './delete-export.js';
import { archiveKey, newFile } from './export-file.js';
import { expiredExports } from './exports.repository.js';
import { logExports } from './log-exports.js';
import { WriteArchive } from './write-archive.js';

/** Without a request, so that an export whose process died goes on. */
const EVERY_MS = 30_000;
/** If the process dies, another one takes the export after this time. */
const HOLD_SECONDS = 30;
const HOLD_EVERY_MS = 10_000;
/** After this many, it has failed. */
const MAX_ATTEMPTS = 3;
const EXPIRED_AT_ONCE = 20;

const runExports = job('messaging-run-exports', z.object({}));

/**
 * Writes the archives of exports, in each process one after the other. The row is the record: BullMQ only says when to look. A process that dies
 * leaves a row that another one takes, and the number of the attempt keeps the first one from ending what the second has begun.
 */
@Injectable()
export class RunExports implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly storage: FileStorage,
    private readonly writing: WriteArchive,
    private readonly deleting: DeleteExport,
    private readonly notices: SendNotice,
    private readonly jobs: Jobs,
    private readonly runtime: Runtime,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.handle(runExports, () => this.execute());
    await this.jobs.schedule(runExports, {}, EVERY_MS);
  }

  onModuleDestroy(): void {
    this.stopping.abort(new Error('the process stops'));
  }

  /** If Redis is away, the next scheduled run finds it. */
  beginSoon(organizationId: number, id: number): void {
    this.jobs.enqueue(runExports, {}, `export-${organizationId}-${id}`).catch((err: unknown) => {
      this.runtime.logger.warn({ err, organizationId, exportId: id }, 'an export begins later');
    });
  }

  /** All that wait. Two runs at once are harmless. */
  async execute(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const next = await nextExport(this.database.direct);
      if (next === undefined) break;
      await this.run(next);
    }
    for (const expired of await expiredExports(this.database.direct, KEPT_EXPORT_DAYS, EXPIRED_AT_ONCE)) {
      await this.deleting.remove(expired.organizationId, expired);
    }
  }

  private async run(asked: WaitingExport): Promise<void> {
    const { organizationId, id, attempts } = asked;
    if (attempts >= MAX_ATTEMPTS) return this.end(asked, attempts, 'failed');
    const file = newFile();
    if (!(await claimExport(this.database.direct, organizationId, asked, { file, seconds: HOLD_SECONDS }))) return;
    // The process of the attempt before may have died after it stored the archive.
    if (asked.file !== null) await this.storage.remove(archiveKey(organizationId, asked.file));
    const attempt = attempts + 1;
    const lost = new AbortController();
    const holding = setInterval(() => void this.hold(asked, attempt, lost), HOLD_EVERY_MS);
    try {
      await this.writing.execute(asked, file, AbortSignal.any([lost.signal, this.stopping.signal]));
    } catch (err) {
      this.runtime.logger.warn({ err, organizationId, exportId: id, attempt }, 'an export failed; it is tried again');
      return;
    } finally {
      clearInterval(holding);
    }
    await this.end(asked, attempt, 'succeeded', file);
  }

  private async hold({ organizationId, id }: WaitingExport, attempt: number, lost: AbortController): Promise<void> {
    try {
      const isHeld = await holdExport(this.database.direct, organizationId, { id, attempt, seconds: HOLD_SECONDS });
      if (!isHeld) lost.abort(new Error('another process has taken the export'));
    } catch (err) {
      this.runtime.logger.warn({ err, organizationId, exportId: id }, 'failed to hold an export');
    }
  }

  private async end(asked: WaitingExport, attempt: number, outcome: 'succeeded' | 'failed', file?: string): Promise<void> {
    const { organizationId, id, actingUserId } = asked;
    const content =
      outcome === 'succeeded'
        ? 'Your data export is complete. Administrators can download it.'
        : 'Your data export failed. Please try again, or contact the operator of this server.';
    const notice = { to: { userId: actingUserId }, content, channels: [], readBy: null };
    const isMine = await this.eventLog.change(organizationId, async (tx, log) => {
      const hasEnded = await endExport(tx, organizationId, { id, attempt, outcome });
      if (!hasEnded) return false;
      await logExports(tx, log, organizationId);
      await this.notices.within(tx, log, organizationId, notice);
      return true;
    });
    if (!isMine && file !== undefined) await this.storage.remove(archiveKey(organizationId, file));
    this.runtime.logger.info({ organizationId, exportId: id, outcome, isMine }, 'an export ended');
    await this.deleting.removeAll(organizationId, MAX_KEPT_EXPORTS);
  }
}
