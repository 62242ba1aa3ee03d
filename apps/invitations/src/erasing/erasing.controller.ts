import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { eraseInvitedAddress } from '@parley/contracts/invitations';
import { Serves } from '@parley/rpc';
import { EraseInvitedAddress } from './erase-invited-address.js';

@Controller()
export class ErasingController {
  constructor(private readonly erasing: EraseInvitedAddress) {}

  @Serves(eraseInvitedAddress)
  eraseInvitedAddress({ params }: CallOf<typeof eraseInvitedAddress>) {
    return this.erasing.execute(params);
  }
}
