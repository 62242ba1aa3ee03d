import { Injectable } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { callersChanged, type deleteIdentityProvider } from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { Bus } from '@parley/rpc';
import { FreshProof } from '../credentials/fresh-proof.js';
import { refuseLockOut } from '../lock-out/refuse-lock-out.js';
import { deleteProvider } from './identity-providers.repository.js';
import { existingProvider, refuseOthers } from './owners.js';
import { endSessionsOfProvider } from './provider-sessions.repository.js';
import { SignInMethods } from './sign-in-methods.js';

@Injectable()
export class DeleteIdentityProvider {
  constructor(
    private readonly eventLog: EventLog,
    private readonly proof: FreshProof,
    private readonly bus: Bus,
    private readonly methods: SignInMethods,
  ) {}

  async execute({ caller, params }: CallOf<typeof deleteIdentityProvider>): Promise<Record<string, never>> {
    refuseOthers(caller);
    await this.proof.check(caller);
    const { organizationId } = caller;
    const ended = await this.eventLog.change(organizationId, async (tx, log) => {
      const { id } = await existingProvider(tx, organizationId, params.provider_id);
      await deleteProvider(tx, organizationId, id);
      await refuseLockOut(tx, organizationId, caller.userId);
      await this.methods.refresh({ tx, log, organizationId });
      return endSessionsOfProvider(tx, organizationId, { providerId: id });
    });
    if (ended.length > 0) this.bus.publish(callersChanged, { organizationId, userIds: ended });
    return {};
  }
}
