import { Module } from '@nestjs/common';
import { PurgeController } from './purge.controller.js';
import { PurgePersonalSettings } from './purge-personal-settings.js';

@Module({ controllers: [PurgeController], providers: [PurgePersonalSettings] })
export class PurgeModule {}
