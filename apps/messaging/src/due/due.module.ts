import { Module } from '@nestjs/common';
import { RemindersModule } from '../reminders/reminders.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { ScheduledMessagesModule } from '../scheduled-messages/scheduled-messages.module.js';
import { DeliverDue } from './deliver-due.js';

@Module({
  imports: [RemindersModule, RenderingModule, ScheduledMessagesModule],
  providers: [DeliverDue],
})
export class DueModule {}
