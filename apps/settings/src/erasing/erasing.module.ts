import { Module } from '@nestjs/common';
import { ErasePersonalSettings } from './erase-personal-settings.js';
import { ErasingController } from './erasing.controller.js';

@Module({ controllers: [ErasingController], providers: [ErasePersonalSettings] })
export class ErasingModule {}
