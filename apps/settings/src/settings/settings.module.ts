import { Module } from '@nestjs/common';
import { OrganizationAddresses } from '@parley/runtime';
import { PresenceModule } from '../presence/presence.module.js';
import { SettingsController } from './settings.controller.js';
import { SettingsRepository } from './settings.repository.js';
import { StopMails } from './stop-mails.js';
import { UpdateOwnSettings } from './update-own-settings.js';
import { UpdateSettingDefaults } from './update-setting-defaults.js';
import { UpdateSettings } from './update-settings.js';
import { UpdateSettingsOfOthers } from './update-settings-of-others.js';

@Module({
  imports: [PresenceModule],
  controllers: [SettingsController],
  providers: [
    OrganizationAddresses,
    SettingsRepository,
    StopMails,
    UpdateOwnSettings,
    UpdateSettingDefaults,
    UpdateSettings,
    UpdateSettingsOfOthers,
  ],
})
export class SettingsModule {}
