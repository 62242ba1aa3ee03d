import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { readAuditLog } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { auditEntries, auditEntriesOfAll } from './audit-log.repository.js';

/** The operator reads the audit log of one organization, or of all. */
@Injectable()
export class ReadAuditLog {
  constructor(private readonly database: Database) {}

  async execute({ params }: CallOf<typeof readAuditLog>): Promise<OutputOf<typeof readAuditLog>> {
    const { organizationId, limit, ...given } = params;
    const filter = { ...given, limit: limit + 1 };
    const reader = this.database.direct;
    const found = await (organizationId === null ? auditEntriesOfAll(reader, filter) : auditEntries(reader, organizationId, filter));
    return { entries: found.slice(0, limit), hasMore: found.length > limit };
  }
}
