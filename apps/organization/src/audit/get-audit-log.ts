import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf, ROLES } from '@parley/contracts';
import type { getAuditLog } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { auditEntries } from './audit-log.repository.js';

/** GET /realm/audit_log */
@Injectable()
export class GetAuditLog {
  constructor(private readonly database: Database) {}

  async execute({ caller, params }: CallOf<typeof getAuditLog>): Promise<OutputOf<typeof getAuditLog>> {
    if (caller.role !== ROLES.owner) throw apiErrors.ownersOnly();
    const { before, kind, actor_id: actorId, since, limit } = params;
    // One more than is returned shows whether there are older ones.
    const found = await auditEntries(this.database.direct, caller.organizationId, { before, kind, actorId, since, limit: limit + 1 });
    const entries = found.slice(0, limit).map(({ organizationId: _, ...entry }) => entry);
    return { entries, has_more: found.length > limit };
  }
}
