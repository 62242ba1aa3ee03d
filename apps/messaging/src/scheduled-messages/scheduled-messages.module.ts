import { Module } from '@nestjs/common';
import { NoticesModule } from '../notices/notices.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { SendingModule } from '../sending/sending.module.js';
import { StoringModule } from '../storing/storing.module.js';
import { DeleteScheduledMessage } from './delete-scheduled-message.js';
import { EditScheduledMessage } from './edit-scheduled-message.js';
import { FailScheduledMessage } from './fail-scheduled-message.js';
import { ListScheduledMessages } from './list-scheduled-messages.js';
import { ScheduleMessage } from './schedule-message.js';
import { ScheduledMessagesController } from './scheduled-messages.controller.js';
import { SendScheduledMessage } from './send-scheduled-message.js';

@Module({
  imports: [NoticesModule, RenderingModule, SendingModule, StoringModule],
  controllers: [ScheduledMessagesController],
  providers: [
    DeleteScheduledMessage,
    EditScheduledMessage,
    FailScheduledMessage,
    ListScheduledMessages,
    ScheduleMessage,
    SendScheduledMessage,
  ],
  exports: [SendScheduledMessage],
})
export class ScheduledMessagesModule {}
