import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import type { deletePlayground } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { logPlaygrounds } from './playground-objects.js';
import { playgroundsOf, removePlayground } from './playgrounds.repository.js';

@Injectable()
export class DeletePlayground {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ caller, params }: CallOf<typeof deletePlayground>): Promise<OutputOf<typeof deletePlayground>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const found = (await playgroundsOf(tx, organizationId)).find(({ id }) => id === params.playground_id);
      if (found === undefined) throw apiErrors.noSuchPlayground();
      await removePlayground(tx, organizationId, found.id);
      await logPlaygrounds(tx, log, organizationId);
    });
    return {};
  }
}
