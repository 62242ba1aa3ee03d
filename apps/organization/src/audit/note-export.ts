import { Injectable } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import type { noteExport } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { requestContext } from '@parley/runtime';
import { insertExport } from './audit-log.repository.js';

/** Writes an export of the operator into the audit log, before it begins. */
@Injectable()
export class NoteExport {
  constructor(private readonly database: Database) {}

  async execute({ params }: CallOf<typeof noteExport>): Promise<OutputOf<typeof noteExport>> {
    const context = requestContext();
    const { organizationId, uuid, userId } = params;
    const isNoted = await insertExport(this.database.direct, organizationId, {
      uuid,
      userId,
      actor: context?.actor ?? 'system',
      requestId: context?.requestId ?? null,
    });
    return { isNoted };
  }
}
