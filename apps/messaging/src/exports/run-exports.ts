import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { KEPT_EXPORT_DAYS, MAX_KEPT_EXPORTS } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Jobs, job } from '@parley/jobs';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import { z } from 'zod';
import { SendNotice } from '../notices/send-notice.js';
import {
  type Attempt,
  beginAgain,
  claimExport,
  endExport,
  fenceExport,
  giveBackExport,
  holdExport,
  nextExport,
  type WaitingExport,
} from './claims.repository.js';
import { stillConsent } from './consents.repository.js';
import type { Consenting } from './contents.repository.js';
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
 * leaves a row that another one takes. The name of the file, a new one for each attempt, keeps the first one from ending what the second has begun.
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
    while (!this.isStopping) {
      const next = await nextExport(this.database.direct);
      if (next === undefined) break;
      await this.run(next);
    }
    if (this.isStopping) return;
    for (const expired of await expiredExports(this.database.direct, KEPT_EXPORT_DAYS, EXPIRED_AT_ONCE)) {
      await this.deleting.remove(expired.organizationId, expired);
    }
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  /** One attempt. Does nothing if another process was faster. */
  async run(asked: WaitingExport): Promise<void> {
    const { organizationId, id, attempts } = asked;
    if (!(await this.discardAttemptBefore(asked))) return;
    if (attempts >= MAX_ATTEMPTS) return this.end(asked, asked, 'failed');
    const attempt = { id, file: newFile() };
    if (!(await claimExport(this.database.direct, organizationId, asked, { file: attempt.file, seconds: HOLD_SECONDS }))) return;
    const consenting = await this.write(asked, attempt);
    if (consenting !== undefined) await this.end(asked, attempt, 'succeeded', consenting);
  }

  /**
   * The process of the attempt before may have died after it stored the archive. The row names the file until the file is removed, so that none is
   * left behind if this process dies too. Returns false if another process has taken the export, or if the attempt has ended: its archive stays.
   */
  private async discardAttemptBefore(asked: WaitingExport): Promise<boolean> {
    if (asked.file === null) return true;
    if (!(await fenceExport(this.database.direct, asked.organizationId, asked))) return false;
    await this.removeFile(asked.organizationId, asked);
    return true;
  }

  private async removeFile(organizationId: number, { file }: Attempt): Promise<void> {
    if (file !== null) await this.storage.remove(archiveKey(organizationId, file));
  }

  /** Returns the people whose private data is in the archive; undefined if it was not written. */
  private async write(asked: WaitingExport, attempt: Attempt & { readonly file: string }): Promise<Consenting | undefined> {
    const { organizationId, id, attempts } = asked;
    const lost = new AbortController();
    const holding = setInterval(() => void this.hold(organizationId, attempt, lost), HOLD_EVERY_MS);
    try {
      return await this.writing.execute(asked, attempt.file, AbortSignal.any([lost.signal, this.stopping.signal]));
    } catch (err) {
      const { isStopping } = this;
      const what = isStopping ? 'the process stops; another one begins the export again' : 'an export failed; it is tried again';
      this.runtime.logger.warn({ err, organizationId, exportId: id, attempt: attempts + 1 }, what);
      if (isStopping) await giveBackExport(this.database.direct, organizationId, attempt);
      return undefined;
    } finally {
      clearInterval(holding);
    }
  }

  private async hold(organizationId: number, attempt: Attempt, lost: AbortController): Promise<void> {
    try {
      const isHeld = await holdExport(this.database.direct, organizationId, attempt, HOLD_SECONDS);
      if (!isHeld) lost.abort(new Error('another process has taken the export'));
    } catch (err) {
      this.runtime.logger.warn({ err, organizationId, exportId: attempt.id }, 'failed to hold an export');
    }
  }

  /** People who withdraw their consent hold the counter of the organization too: they did it before this, or after the archive was there. */
  private async end(
    { organizationId, actingUserId }: WaitingExport,
    attempt: Attempt,
    outcome: 'succeeded' | 'failed',
    consenting: Consenting = [],
  ): Promise<void> {
    const content =
      outcome === 'succeeded'
        ? 'Your data export is complete. Administrators can download it.'
        : 'Your data export failed. Please try again, or contact the operator of this server.';
    const notice = { to: { userId: actingUserId }, content, channels: [], readBy: null };
    const reached = await this.eventLog.change(organizationId, async (tx, log) => {
      if (!(await stillConsent(tx, organizationId, consenting))) {
        await beginAgain(tx, organizationId, attempt);
        return 'begins again without people who withdrew their consent';
      }
      if (!(await endExport(tx, organizationId, attempt, outcome))) return 'taken by another process';
      await logExports(tx, log, organizationId);
      await this.notices.within(tx, log, organizationId, notice);
      return outcome;
    });
    // An archive that this process wrote and could not offer. One of another process may be available.
    if (outcome === 'succeeded' && reached !== outcome) await this.removeFile(organizationId, attempt);
    this.runtime.logger.info({ organizationId, exportId: attempt.id, outcome: reached }, 'an attempt of an export ended');
    await this.deleting.removeAll(organizationId, MAX_KEPT_EXPORTS);
  }
}
