import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getAuditLog, noteExport, readAuditLog } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { GetAuditLog } from './get-audit-log.js';
import { NoteExport } from './note-export.js';
import { ReadAuditLog } from './read-audit-log.js';

@Controller()
export class AuditController {
  constructor(
    private readonly getting: GetAuditLog,
    private readonly reading: ReadAuditLog,
    private readonly noting: NoteExport,
  ) {}

  @Serves(getAuditLog)
  getAuditLog(call: CallOf<typeof getAuditLog>) {
    return this.getting.execute(call);
  }

  @Serves(readAuditLog)
  readAuditLog(call: CallOf<typeof readAuditLog>) {
    return this.reading.execute(call);
  }

  @Serves(noteExport)
  noteExport(call: CallOf<typeof noteExport>) {
    return this.noting.execute(call);
  }
}
