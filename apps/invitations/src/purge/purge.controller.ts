import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { purgeInvitations } from '@parley/contracts/invitations';
import { Serves } from '@parley/rpc';
import { PurgeInvitations } from './purge-invitations.js';

@Controller()
export class PurgeController {
  constructor(private readonly purge: PurgeInvitations) {}

  @Serves(purgeInvitations)
  purgeInvitations({ params }: CallOf<typeof purgeInvitations>) {
    return this.purge.execute(params);
  }
}
