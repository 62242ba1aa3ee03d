import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { PersistenceModule } from '@parley/persistence';
import { MessagesController } from './messages.controller.js';
import { SendMessage } from './sending/send-message.js';

@Module({
  imports: [PersistenceModule.forService('messaging'), EventLogModule],
  controllers: [MessagesController],
  providers: [SendMessage],
})
export class MessagingModule {}
