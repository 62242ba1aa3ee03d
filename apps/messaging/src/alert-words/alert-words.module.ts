import { Module } from '@nestjs/common';
import { AlertWordsController } from './alert-words.controller.js';
import { AlertedUsers } from './alerted-users.js';
import { ChangeAlertWords } from './change-alert-words.js';
import { ListAlertWords } from './list-alert-words.js';

@Module({
  controllers: [AlertWordsController],
  providers: [AlertedUsers, ChangeAlertWords, ListAlertWords],
  exports: [AlertedUsers],
})
export class AlertWordsModule {}
