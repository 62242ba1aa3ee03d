import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { AcceptInvitation } from './accept-invitation.js';
import { AskToJoin } from './ask-to-join.js';
import { CheckOffer } from './check-offer.js';
import { CreateMultiuseInvitation } from './create-multiuse-invitation.js';
import { DailyLimit } from './daily-limit.js';
import { DescribeInvitation } from './describe-invitation.js';
import { FinishInvitation } from './finish-invitation.js';
import { InvitationLinks } from './invitation-links.js';
import { InvitationMails } from './invitation-mails.js';
import { InvitationTokens } from './invitation-tokens.js';
import { InvitationsController } from './invitations.controller.js';
import { InvitationsRepository } from './invitations.repository.js';
import { InviteOwner } from './invite-owner.js';
import { ListInvitations } from './list-invitations.js';
import { ManageInvitations } from './manage-invitations.js';
import { OpenInvitation } from './open-invitation.js';
import { SendInvitations } from './send-invitations.js';

@Module({
  controllers: [InvitationsController],
  providers: [
    AcceptInvitation,
    AskToJoin,
    CheckOffer,
    CreateMultiuseInvitation,
    DailyLimit,
    DescribeInvitation,
    FinishInvitation,
    InvitationLinks,
    InvitationMails,
    InvitationTokens,
    InvitationsRepository,
    InviteOwner,
    ListInvitations,
    ManageInvitations,
    OpenInvitation,
    OrganizationAddresses,
    SendInvitations,
  ],
})
export class InvitationsModule {}
