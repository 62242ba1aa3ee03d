import { Module } from '@nestjs/common';
import { PurgeController } from './purge.controller.js';
import { PurgeMessages } from './purge-messages.js';

@Module({ controllers: [PurgeController], providers: [PurgeMessages] })
export class PurgeModule {}
