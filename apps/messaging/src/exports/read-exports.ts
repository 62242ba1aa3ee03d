import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf, type Visitor } from '@parley/contracts';
import type { findMessageExport, listExportConsents, listMessageExports } from '@parley/contracts/messaging';
import { Database } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { notLoggedIn } from '../reading/read-access.js';
import { consentsOf } from './consents.repository.js';
import { archiveKey, fileOf } from './export-file.js';
import { exportById, exportsOf } from './exports.repository.js';

/** The exports, who consents to them, and where an archive is: for administrators. */
@Injectable()
export class ReadExports {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  async list({ organizationId, role }: Caller): Promise<OutputOf<typeof listMessageExports>> {
    if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
    return { exports: await exportsOf(this.database.direct, organizationId) };
  }

  async consents({ organizationId, role }: Caller): Promise<OutputOf<typeof listExportConsents>> {
    if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
    return { export_consents: await consentsOf(this.database.direct, organizationId) };
  }

  /** All refusals of people look the same. @throws unauthorized @throws notFound */
  async find(who: Caller | Visitor, { exportId, file }: InputOf<typeof findMessageExport>): Promise<OutputOf<typeof findMessageExport>> {
    if (!('userId' in who)) throw notLoggedIn();
    if (!isAdministrator(who.role)) throw apiErrors.notFound();
    const found = await exportById(this.database.direct, who.organizationId, exportId);
    if (found?.state !== 'succeeded' || found.file === null || found.file !== fileOf(file)) throw apiErrors.notFound();
    const key = archiveKey(who.organizationId, found.file);
    const size = await this.storage.size(key);
    if (size === undefined) throw apiErrors.notFound();
    return { key, name: `export-${exportId}.tar.gz`, size };
  }
}
