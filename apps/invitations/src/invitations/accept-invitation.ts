import { Injectable } from '@nestjs/common';
import { type acceptInvitation, type CallOf, joinByInvitation, type OutputOf, SYSTEM_VISITOR } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import { OpenInvitation } from './open-invitation.js';

/** POST /invites/accept */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly rpc: RpcClient,
    private readonly opening: OpenInvitation,
  ) {}

  async execute({ caller, params }: CallOf<typeof acceptInvitation>): Promise<OutputOf<typeof acceptInvitation>> {
    const { organization, invitation } = await this.opening.find(caller.host, params.token);
    const { full_name: fullName, password, email } = params;
    const input = { organizationId: organization.id, invitationId: invitation.id, fullName, password };
    const made = await this.rpc.call(joinByInvitation, email === undefined ? input : { ...input, email }, SYSTEM_VISITOR);
    return { user_id: made.userId, email: made.email, api_key: made.apiKey };
  }
}
