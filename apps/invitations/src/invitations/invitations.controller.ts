import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  acceptInvitation,
  createMultiuseInvitation,
  describeInvitation,
  finishInvitation,
  inviteOwner,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeMultiuseInvitation,
  sendInvitations,
} from '@parley/contracts/invitations';
import { Serves } from '@parley/rpc';
import { AcceptInvitation } from './accept-invitation.js';
import { CreateMultiuseInvitation } from './create-multiuse-invitation.js';
import { DescribeInvitation } from './describe-invitation.js';
import { FinishInvitation } from './finish-invitation.js';
import { InviteOwner } from './invite-owner.js';
import { ListInvitations } from './list-invitations.js';
import { ManageInvitations } from './manage-invitations.js';
import { SendInvitations } from './send-invitations.js';

@Controller()
export class InvitationsController {
  constructor(
    private readonly sending: SendInvitations,
    private readonly listing: ListInvitations,
    private readonly managing: ManageInvitations,
    private readonly multiuse: CreateMultiuseInvitation,
    private readonly accepting: AcceptInvitation,
    private readonly describing: DescribeInvitation,
    private readonly finishing: FinishInvitation,
    private readonly ownerInviting: InviteOwner,
  ) {}

  @Serves(sendInvitations)
  sendInvitations(call: CallOf<typeof sendInvitations>) {
    return this.sending.execute(call);
  }

  @Serves(listInvitations)
  listInvitations({ caller }: CallOf<typeof listInvitations>) {
    return this.listing.execute(caller);
  }

  @Serves(revokeInvitation)
  revokeInvitation({ caller, params }: CallOf<typeof revokeInvitation>) {
    return this.managing.revoke(caller, params.invite_id, false);
  }

  @Serves(resendInvitation)
  resendInvitation({ caller, params }: CallOf<typeof resendInvitation>) {
    return this.managing.resend(caller, params.invite_id);
  }

  @Serves(createMultiuseInvitation)
  createMultiuseInvitation(call: CallOf<typeof createMultiuseInvitation>) {
    return this.multiuse.execute(call);
  }

  @Serves(revokeMultiuseInvitation)
  revokeMultiuseInvitation({ caller, params }: CallOf<typeof revokeMultiuseInvitation>) {
    return this.managing.revoke(caller, params.invite_id, true);
  }

  @Serves(acceptInvitation)
  acceptInvitation(call: CallOf<typeof acceptInvitation>) {
    return this.accepting.execute(call);
  }

  @Serves(describeInvitation)
  describeInvitation({ params }: CallOf<typeof describeInvitation>) {
    return this.describing.execute(params);
  }

  @Serves(finishInvitation)
  finishInvitation({ params }: CallOf<typeof finishInvitation>) {
    return this.finishing.execute(params);
  }

  @Serves(inviteOwner)
  inviteOwner({ params }: CallOf<typeof inviteOwner>) {
    return this.ownerInviting.execute(params);
  }
}
