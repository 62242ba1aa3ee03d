import { Module } from '@nestjs/common';
import { EraseWaitingNotifications } from './erase-waiting-notifications.js';
import { ErasingController } from './erasing.controller.js';

@Module({ controllers: [ErasingController], providers: [EraseWaitingNotifications] })
export class ErasingModule {}
