import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { deletePlayground } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { logPlaygrounds, playgroundObjects } from './playground-objects.js';

@Injectable()
export class DeletePlayground {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof deletePlayground>): Promise<OutputOf<typeof deletePlayground>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const found = (await playgroundObjects(tx, organizationId)).find(({ id }) => id === params.playground_id);
      if (found === undefined) throw apiErrors.noSuchPlayground();
      await tx.playground.delete({ where: { id: found.id, organizationId } });
      await logPlaygrounds(tx, log, organizationId);
    });
    return {};
  }
}
