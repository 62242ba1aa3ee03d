import { Injectable } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { InvitationTokens } from './invitation-tokens.js';

/** The URLs of the pages on which invitations are accepted. */
@Injectable()
export class InvitationLinks {
  constructor(
    private readonly addresses: OrganizationAddresses,
    private readonly tokens: InvitationTokens,
  ) {}

  of(organization: { readonly id: number; readonly stringId: string }, nonce: string): string {
    return `${this.addresses.url(organization.stringId)}/join/${this.tokens.tokenOf(organization.id, nonce)}`;
  }
}
