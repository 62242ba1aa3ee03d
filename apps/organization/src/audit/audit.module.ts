import { Module } from '@nestjs/common';
import { AuditController } from './audit.controller.js';
import { ForgetOldEntries } from './forget-old-entries.js';
import { GetAuditLog } from './get-audit-log.js';
import { NoteExport } from './note-export.js';
import { NoteLogin } from './note-login.js';
import { ReadAuditLog } from './read-audit-log.js';

@Module({
  controllers: [AuditController],
  providers: [ForgetOldEntries, GetAuditLog, NoteExport, NoteLogin, ReadAuditLog],
  exports: [NoteLogin],
})
export class AuditModule {}
