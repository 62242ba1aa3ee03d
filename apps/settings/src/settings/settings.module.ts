import { Module } from '@nestjs/common';
import { PresenceModule } from '../presence/presence.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { UpdateOwnSettings } from './update-own-settings.js';
import { UpdateSettingDefaults } from './update-setting-defaults.js';
import { UpdateSettings } from './update-settings.js';
import { UpdateSettingsOfOthers } from './update-settings-of-others.js';

@Module({
  imports: [PresenceModule],
  controllers: [SettingsController],
  providers: [SettingsRepository, UpdateOwnSettings, UpdateSettingDefaults, UpdateSettings, UpdateSettingsOfOthers],
})
export class SettingsModule {}
