import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { OrganizationAddresses } from '@parley/runtime';
import { AcceptInvitation } from './invitations/accept-invitation.js';
import { CheckOffer } from './invitations/check-offer.js';
import { CreateMultiuseInvitation } from './invitations/create-multiuse-invitation.js';
import { FinishInvitation } from './invitations/finish-invitation.js';
import { InvitationKeys } from './invitations/invitation-keys.js';
import { InvitationLinks } from './invitations/invitation-links.js';
import { InvitationMails } from './invitations/invitation-mails.js';
import { InvitationsController } from './invitations/invitations.controller.js';
import { InvitationsRepository } from './invitations/invitations-repository.js';
import { ListInvitations } from './invitations/list-invitations.js';
import { ManageInvitations } from './invitations/manage-invitations.js';
import { SendInvitations } from './invitations/send-invitations.js';

@Module({
  imports: [PersistenceModule.forService('invitations'), EventLogModule, JobsModule.forRoot(), MailModule.forRoot()],
  controllers: [InvitationsController],
  providers: [
    AcceptInvitation,
    CheckOffer,
    CreateMultiuseInvitation,
    FinishInvitation,
    InvitationKeys,
    InvitationLinks,
    InvitationMails,
    InvitationsRepository,
    ListInvitations,
    ManageInvitations,
    OrganizationAddresses,
    SendInvitations,
  ],
})
export class InvitationsModule {}
