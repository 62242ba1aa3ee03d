import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf, SYSTEM_VISITOR } from '@parley/contracts';
import type { acceptInvitation } from '@parley/contracts/invitations';
import { joinByInvitation } from '@parley/contracts/organization';
import { Mail } from '@parley/mail';
import { RpcClient } from '@parley/rpc';
import { AskToJoin } from './ask-to-join.js';
import { OpenInvitation } from './open-invitation.js';
import { provesAddress } from './proves-address.js';

/** POST /invites/accept */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly rpc: RpcClient,
    private readonly opening: OpenInvitation,
    private readonly asking: AskToJoin,
    private readonly mail: Mail,
  ) {}

  async execute({ caller, params }: CallOf<typeof acceptInvitation>): Promise<OutputOf<typeof acceptInvitation>> {
    const { organization, invitation } = await this.opening.find(caller.host, params.token);
    const { full_name: fullName, password, email } = params;
    if (provesAddress(invitation, this.mail)) {
      // Name and password are chosen by the person who reads the mail: anyone may have written these.
      await this.asking.execute(invitation, (email ?? '').trim());
      return { mail_sent: true };
    }
    if (fullName === undefined) throw apiErrors.missingParameter({ name: 'full_name' });
    if (password === undefined) throw apiErrors.missingParameter({ name: 'password' });
    const input = {
      organizationId: organization.id,
      invitationId: invitation.id,
      fullName,
      password,
      ...(email === undefined ? {} : { email }),
      ...(params.default_stream_group_ids === undefined ? {} : { defaultGroupIds: params.default_stream_group_ids }),
    };
    const made = await this.rpc.call(joinByInvitation, input, SYSTEM_VISITOR);
    return { mail_sent: false, user_id: made.userId, email: made.email, api_key: made.apiKey };
  }
}
