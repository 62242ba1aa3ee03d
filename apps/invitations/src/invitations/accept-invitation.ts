import { Injectable } from '@nestjs/common';
import { type acceptInvitation, apiErrors, type CallOf, joinByInvitation, type OutputOf, SYSTEM_VISITOR } from '@parley/contracts';
import { Database, organizationById } from '@parley/persistence';
import { RpcClient } from '@parley/rpc';
import { OrganizationAddresses } from '@parley/runtime';
import { InvitationKeys } from './invitation-keys.js';

/** POST /invites/accept */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly database: Database,
    private readonly rpc: RpcClient,
    private readonly addresses: OrganizationAddresses,
    private readonly keys: InvitationKeys,
  ) {}

  async execute({ caller, params }: CallOf<typeof acceptInvitation>): Promise<OutputOf<typeof acceptInvitation>> {
    const { organizationId, id } = await this.invitationOf(caller.host, params.token);
    const { full_name: fullName, password, email } = params;
    const input = { organizationId, invitationId: id, fullName, password, ...(email === undefined ? {} : { email }) };
    const made = await this.rpc.call(joinByInvitation, input, SYSTEM_VISITOR);
    return { user_id: made.userId, email: made.email, api_key: made.apiKey };
  }

  /** The key names the organization; at the host of another one it is worth nothing. */
  private async invitationOf(host: string, token: string): Promise<{ organizationId: number; id: number }> {
    const nonce = this.keys.nonceOf(token);
    if (nonce === undefined) throw apiErrors.invitationInvalid();
    const found = await this.database.client.invitation.findUnique({ where: { nonce }, select: { organizationId: true, id: true } });
    const organization = found === null ? undefined : await organizationById(this.database.client, found.organizationId);
    const named = this.addresses.read(host);
    const isHere = named.kind === 'bare' || (named.kind === 'organization' && named.stringId === organization?.stringId);
    if (found === null || organization === undefined || organization.deactivatedAt !== null || !isHere) throw apiErrors.invitationInvalid();
    return found;
  }
}
