import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { AcceptInvitation } from './invitations/accept-invitation.js';
import { CheckOffer } from './invitations/check-offer.js';
import { CreateMultiuseInvitation } from './invitations/create-multiuse-invitation.js';
import { DailyLimit } from './invitations/daily-limit.js';
import { DescribeInvitation } from './invitations/describe-invitation.js';
import { FinishInvitation } from './invitations/finish-invitation.js';
import { InvitationLinks } from './invitations/invitation-links.js';
import { InvitationMails } from './invitations/invitation-mails.js';
import { InvitationTokens } from './invitations/invitation-tokens.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsRepository } from './invitations/invitations-repository.js';
import { ListInvitations } from './invitations/list-invitations.js';
import { ManageInvitations } from './invitations/manage-invitations.js';
import { OpenInvitation } from './invitations/open-invitation.js';
import { SendInvitations } from './invitations/send-invitations.js';

@Module({
  imports: [PersistenceModule.forService('invitations'), EventLogModule, JobsModule.forRoot(), MailModule.forRoot()],
  controllers: [InvitationsController],
  providers: [
    AcceptInvitation,
    CheckOffer,
    CreateMultiuseInvitation,
    DailyLimit,
    DescribeInvitation,
    FinishInvitation,
    InvitationLinks,
    InvitationMails,
    InvitationTokens,
    InvitationsRepository,
    ListInvitations,
    ManageInvitations,
    OrganizationAddresses,
    OpenInvitation,
    SendInvitations,
  ],
})
export class InvitationsModule {}
