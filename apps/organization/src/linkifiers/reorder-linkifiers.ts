import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { reorderLinkifiers } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { linkifiersOf } from '@parley/persistence';
import { isReordering } from '../reordering.js';
import { logLinkifiers } from './linkifier-objects.js';
import { renumberLinkifiers } from './linkifiers.repository.js';

/** PATCH /realm/linkifiers. Renumbers them from 0. */
@Injectable()
export class ReorderLinkifiers {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof reorderLinkifiers>): Promise<OutputOf<typeof reorderLinkifiers>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    const order = params.ordered_linkifier_ids;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const now = (await linkifiersOf(tx, organizationId)).map(({ id }) => id);
      if (!isReordering(order, now)) throw apiErrors.incompleteLinkifierOrder();
      if (order.every((id, index) => id === now[index])) return;
      await renumberLinkifiers(tx, organizationId, order);
      await logLinkifiers(tx, log, organizationId);
    });
    return {};
  }
}
