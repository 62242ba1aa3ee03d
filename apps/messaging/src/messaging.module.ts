import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { JobsModule } from '@parley/jobs';
import { PersistenceModule } from '@parley/persistence';
import { StorageModule } from '@parley/storage';
import { AlertWordsModule } from './alert-words/alert-words.module.js';
import { AttachmentsModule } from './attachments/attachments.module.js';
import { DeletingModule } from './deleting/deleting.module.js';
import { DraftsModule } from './drafts/drafts.module.js';
import { DueModule } from './due/due.module.js';
import { EditingModule } from './editing/editing.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { ExportsModule } from './exports/exports.module.js';
import { FlagsModule } from './flags/flags.module.js';
import { HistoryModule } from './history/history.module.js';
import { LocalIdsModule } from './local-ids/local-ids.module.js';
import { MailInModule } from './mail-in/mail-in.module.js';
import { MutedUsersModule } from './muted-users/muted-users.module.js';
import { NoticesModule } from './notices/notices.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { ReactionsModule } from './reactions/reactions.module.js';
import { ReadingModule } from './reading/reading.module.js';
import { RegistrationModule } from './registration/registration.module.js';
import { RemindersModule } from './reminders/reminders.module.js';
import { RenderingModule } from './rendering/rendering.module.js';
import { ReportingModule } from './reporting/reporting.module.js';
import { ScheduledMessagesModule } from './scheduled-messages/scheduled-messages.module.js';
import { SendingModule } from './sending/sending.module.js';
import { SubmessagesModule } from './submessages/submessages.module.js';
import { TypingModule } from './typing/typing.module.js';
import { UnreadModule } from './unread/unread.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';
import { WelcomeModule } from './welcome/welcome.module.js';

@Module({
  imports: [
    PersistenceModule.withHistory('messaging'),
    EventLogModule,
    JobsModule.forRoot(),
    StorageModule.forRoot(),
    AlertWordsModule,
    AttachmentsModule,
    DeletingModule,
    DraftsModule,
    DueModule,
    EditingModule,
    ErasingModule,
    ExportsModule,
    FlagsModule,
    HistoryModule,
    LocalIdsModule,
    MailInModule,
    MutedUsersModule,
    NoticesModule,
    PurgeModule,
    ReactionsModule,
    ReadingModule,
    RegistrationModule,
    RemindersModule,
    RenderingModule,
    ReportingModule,
    ScheduledMessagesModule,
    SendingModule,
    SubmessagesModule,
    TypingModule,
    UnreadModule,
    WebhooksModule,
    WelcomeModule,
  ],
})
export class MessagingModule {}
