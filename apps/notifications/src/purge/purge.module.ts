import { Module } from '@nestjs/common';
import { PurgeController } from './purge.controller.js';
import { PurgeNotifications } from './purge-notifications.js';

@Module({ controllers: [PurgeController], providers: [PurgeNotifications] })
export class PurgeModule {}
