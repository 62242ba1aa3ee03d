import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { MAX_EXPORTS_OF_DAY, type startMessageExport } from '@parley/contracts/messaging';
import { EventLog } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { isTooLarge } from './export-size.repository.js';
import { countOfDay, insertExport } from './exports.repository.js';
import { logExports } from './log-exports.js';
import { RunExports } from './run-exports.js';

/** POST /export/realm: stores the request. A job writes the archive. */
@Injectable()
export class StartExport {
  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    private readonly running: RunExports,
  ) {}

  async execute(
    { organizationId, userId, role }: Caller,
    { export_type: type }: InputOf<typeof startMessageExport>,
  ): Promise<OutputOf<typeof startMessageExport>> {
    if (!isAdministrator(role)) throw apiErrors.administratorsOnly();
    if (await isTooLarge(this.database.direct, organizationId)) throw apiErrors.exportTooLarge();
    const id = await this.eventLog.change(organizationId, async (tx, log) => {
      // The counter of the organization is locked, so no other request is counted at the same time.
      if ((await countOfDay(tx, organizationId)) >= MAX_EXPORTS_OF_DAY) throw apiErrors.exportRateLimit();
      const id = await insertExport(tx, organizationId, userId, type);
      await logExports(tx, log, organizationId);
      return id;
    });
    this.running.beginSoon(organizationId, id);
    return { id };
  }
}
