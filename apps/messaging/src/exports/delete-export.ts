import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, isAdministrator } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { restartExports } from './claims.repository.js';
import { archiveKey, archivesFolder } from './export-file.js';
import { type ExportRecord, exportById, keptExports, markDeleted } from './exports.repository.js';
import { logExports } from './log-exports.js';

/** DELETE /export/realm/{id}, and what deletes archives without a request. A file is removed before its row says so. */
@Injectable()
export class DeleteExport {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly storage: FileStorage,
  ) {}

  async execute({ organizationId, role }: Caller, id: number): Promise<Record<string, never>> {
    if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
    const found = await exportById(this.database.direct, organizationId, id);
    if (found === undefined) throw apiErrors.noSuchExport();
    refuseWithoutArchive(found);
    if (!(await this.remove(organizationId, found))) throw apiErrors.exportDeleted();
    return {};
  }

  /**
   * What is or will be in an archive has changed for good: a person was erased. Files come first, also those that no row names any more. An attempt
   * whose file was among them has not ended, and begins again, or has ended, and is marked as deleted.
   */
  async removeOutdated(organizationId: number): Promise<void> {
    await this.storage.removeBelow(archivesFolder(organizationId));
    await restartExports(this.database.direct, organizationId);
    await this.removeAll(organizationId);
  }

  /** The archives of an organization, except for the newest `keep`. */
  async removeAll(organizationId: number, keep = 0): Promise<void> {
    const kept = await keptExports(this.database.direct, organizationId);
    for (const each of kept.slice(0, Math.max(0, kept.length - keep))) await this.remove(organizationId, each);
  }

  /** Returns false if another process did it meanwhile. */
  async remove(organizationId: number, { id, file }: { readonly id: number; readonly file: string | null }): Promise<boolean> {
    if (file !== null) await this.storage.remove(archiveKey(organizationId, file));
    return this.eventLog.change(organizationId, async (tx, log) => {
      const isDone = await markDeleted(tx, organizationId, id);
      if (isDone) await logExports(tx, log, organizationId);
      return isDone;
    });
  }
}

/** @throws exportDeleted @throws exportFailed @throws exportInProgress */
function refuseWithoutArchive({ state }: ExportRecord): void {
  if (state === 'deleted') throw apiErrors.exportDeleted();
  if (state === 'failed') throw apiErrors.exportFailed();
  if (state !== 'succeeded') throw apiErrors.exportInProgress();
}
