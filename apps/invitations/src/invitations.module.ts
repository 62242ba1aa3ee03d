import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsBoardModule, JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { AcceptInvitation } from './invitations/accept-invitation.js';
import { AskToJoin } from './invitations/ask-to-join.js';
import { CheckOffer } from './invitations/check-offer.js';
import { CreateMultiuseInvitation } from './invitations/create-multiuse-invitation.js';
import { DailyLimit } from './invitations/daily-limit.js';
import { DescribeInvitation } from './invitations/describe-invitation.js';
import { FinishInvitation } from './invitations/finish-invitation.js';
import { InvitationLinks } from './invitations/invitation-links.js';
import { InvitationMails } from './invitations/invitation-mails.js';
import { InvitationTokens } from './invitations/invitation-tokens.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsRepository } from './invitations/invitations.repository.js';
import { InviteOwner } from './invitations/invite-owner.js';
import { ListInvitations } from './invitations/list-invitations.js';
import { ManageInvitations } from './invitations/manage-invitations.js';
import { OpenInvitation } from './invitations/open-invitation.js';
import { SendInvitations } from './invitations/send-invitations.js';
import { JobsController } from './jobs/jobs.controller.js';
import { RetryDeadJobs } from './jobs/retry-dead-jobs.js';
import { ShowDeadJobs } from './jobs/show-dead-jobs.js';

/** Invitations and their mails. This service also shows operators the jobs of all services, most of which are mails. */
@Module({
  imports: [PersistenceModule.forService('invitations'), EventLogModule, JobsModule.forRoot(), JobsBoardModule, MailModule.forRoot()],
  controllers: [InvitationsController, JobsController],
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
    OrganizationAddresses,
    OpenInvitation,
    RetryDeadJobs,
    SendInvitations,
    ShowDeadJobs,
  ],
})
export class InvitationsModule {}
