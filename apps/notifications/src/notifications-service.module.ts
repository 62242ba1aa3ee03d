import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { MailModule } from '@parley/mail';
import { PersistenceModule } from '@parley/persistence';
import { DigestModule } from './digest/digest.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { FollowingModule } from './following/following.module.js';
import { MailingModule } from './mailing/mailing.module.js';
import { OutgoingModule } from './outgoing/outgoing.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { PushingModule } from './pushing/pushing.module.js';

/**
 * Tells people and programs outside of Parley about messages. It follows the event logs of all organizations, so that nothing is added to a send,
 * and slow receivers slow down nothing else (docs/adr/0056-missed-messages.md).
 */
@Module({
  imports: [
    PersistenceModule.forService('notifications'),
    EventLogModule,
    JobsModule.forRoot(),
    MailModule.forRoot(),
    FollowingModule,
    MailingModule,
    DigestModule,
    OutgoingModule,
    ErasingModule,
    PurgeModule,
    PushingModule,
  ],
})
export class NotificationsServiceModule {}
