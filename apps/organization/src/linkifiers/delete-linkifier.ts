import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { deleteLinkifier } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { linkifiersOf } from '@parley/persistence';
import { logLinkifiers } from './linkifier-objects.js';
import { removeLinkifier } from './linkifiers.repository.js';

@Injectable()
export class DeleteLinkifier {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof deleteLinkifier>): Promise<OutputOf<typeof deleteLinkifier>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const found = (await linkifiersOf(tx, organizationId)).find((linkifier) => linkifier.id === params.filter_id);
      if (found === undefined) throw apiErrors.noSuchLinkifier();
      await removeLinkifier(tx, organizationId, found.id);
      await logLinkifiers(tx, log, organizationId);
    });
    return {};
  }
}
