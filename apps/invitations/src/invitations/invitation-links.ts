import { Injectable } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { InvitationKeys } from './invitation-keys.js';

/** Where invitations are accepted. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly addresses: OrganizationAddresses,
    private readonly keys: InvitationKeys,
  ) {}

  of(stringId: string, nonce: string): string {
    return `${this.addresses.url(stringId)}/join/${this.keys.keyOf(nonce)}`;
  }
}
