import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { PersistenceModule } from '@parley/persistence';
import { ActivityModule } from './activity/activity.module.js';
import { ChannelsModule } from './channels/channels.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { FoldersModule } from './folders/folders.module.js';
import { DefaultGroupsModule } from './managing-default-groups/default-groups.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { RegisterModule } from './register/register.module.js';
import { SubscriptionsModule } from './subscriptions/subscriptions.module.js';
import { TopicVisibilityModule } from './topic-visibility/topic-visibility.module.js';

@Module({
  imports: [
    PersistenceModule.forService('channels'),
    EventLogModule,
    JobsModule.forRoot(),
    ActivityModule,
    ChannelsModule,
    DefaultGroupsModule,
    ErasingModule,
    FoldersModule,
    PurgeModule,
    RegisterModule,
    SubscriptionsModule,
    TopicVisibilityModule,
  ],
})
export class ChannelsServiceModule {}
