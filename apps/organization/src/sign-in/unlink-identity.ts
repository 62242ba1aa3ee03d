import { Injectable } from '@nestjs/common';
import { userById } from '@parley/access';
import { apiErrors, type CallOf } from '@parley/contracts';
import { callersChanged, type unlinkIdentity } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { FreshProof } from '../credentials/fresh-proof.js';
import { refuseLockOut } from '../lock-out/refuse-lock-out.js';
import { unlinkIdentityOf } from './linked-identities.repository.js';
import { existingProvider, refuseOthers } from './owners.js';
import { endSessionsOfProvider } from './provider-sessions.repository.js';

@Injectable()
export class UnlinkIdentity {
  constructor(
    private readonly eventLog: EventLog,
    private readonly proof: FreshProof,
    private readonly bus: Bus,
  ) {}

  async execute({ caller, params }: CallOf<typeof unlinkIdentity>): Promise<Record<string, never>> {
    refuseOthers(caller);
    await this.proof.check(caller);
    const { organizationId } = caller;
    const { user_id: userId } = params;
    const ended = await this.eventLog.change(organizationId, async (tx) => {
      const { id } = await existingProvider(tx, organizationId, params.provider_id);
      if ((await userById(tx, organizationId, userId)) === undefined) throw apiErrors.noSuchUser();
      if (!(await unlinkIdentityOf(tx, organizationId, id, userId))) throw apiErrors.noSuchIdentity();
      await refuseLockOut(tx, organizationId, caller.userId);
      return endSessionsOfProvider(tx, organizationId, { providerId: id, userId });
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: ended });
    return {};
  }
}
