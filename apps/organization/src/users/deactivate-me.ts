import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import type { deactivateMe } from '@parley/contracts/organization';
import { DeactivateAccount } from '../accounts/deactivate-account.js';

/** Deactivates the caller's account. The only owner and the only user cannot do so. */
@Injectable()
export class DeactivateMe {
  constructor(private readonly deactivateAccount: DeactivateAccount) {}

  async execute({ caller }: CallOf<typeof deactivateMe>): Promise<Record<string, never>> {
    await this.deactivateAccount.execute(caller.organizationId, caller.userId, (last) =>
      apiErrors.cannotDeactivateLastUser({ isLastOwner: last === 'owner' }),
    );
    return {};
  }
}
