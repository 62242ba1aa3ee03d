import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { NoticesModule } from '../notices/notices.module.js';
import { RenderingModule } from '../rendering/rendering.module.js';
import { CreateReminder } from './create-reminder.js';
import { DeleteReminder } from './delete-reminder.js';
import { HideDeletedTexts } from './hide-deleted-texts.js';
import { ListReminders } from './list-reminders.js';
import { RemindersController } from './reminders.controller.js';
import { SendReminder } from './send-reminder.js';

@Module({
  imports: [NoticesModule, RenderingModule],
  controllers: [RemindersController],
  providers: [CreateReminder, DeleteReminder, HideDeletedTexts, ListReminders, OrganizationAddresses, SendReminder],
  exports: [SendReminder],
})
export class RemindersModule {}
