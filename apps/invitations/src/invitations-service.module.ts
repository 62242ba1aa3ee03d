import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsBoardModule, JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { DeadJobsModule } from './dead-jobs/dead-jobs.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { InstallationModule } from './installation/installation.module.js';
import { InvitationsModule } from './invitations/invitations.module.js';
import { PurgeModule } from './purge/purge.module.js';

/**
 * Invitations and their mails. This service also shows operators the jobs of all services, most of which are mails, and the
 * metrics of the whole installation.
 */
@Module({
  imports: [
    PersistenceModule.forService('invitations'),
    EventLogModule,
    JobsModule.forRoot(),
    JobsBoardModule,
    MailModule.forRoot(),
    InvitationsModule,
    DeadJobsModule,
    ErasingModule,
    InstallationModule,
    PurgeModule,
  ],
})
export class InvitationsServiceModule {}
