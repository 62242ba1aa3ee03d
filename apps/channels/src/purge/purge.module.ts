import { Module } from '@nestjs/common';
import { PurgeController } from './purge.controller.js';
import { PurgeChannels } from './purge-channels.js';

@Module({ controllers: [PurgeController], providers: [PurgeChannels] })
export class PurgeModule {}
