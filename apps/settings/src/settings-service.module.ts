import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { PersistenceModule } from '@parley/persistence';
import { DevicesModule } from './devices/devices.module.js';
import { ErasingModule } from './erasing/erasing.module.js';
import { NavigationViewsModule } from './navigation-views/navigation-views.module.js';
import { OnboardingStepsModule } from './onboarding-steps/onboarding-steps.module.js';
import { PresenceModule } from './presence/presence.module.js';
import { PurgeModule } from './purge/purge.module.js';
import { RegisterModule } from './register/register.module.js';
import { SavedSnippetsModule } from './saved-snippets/saved-snippets.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { StatusModule } from './status/status.module.js';

@Module({
  imports: [
    PersistenceModule.forService('settings'),
    EventLogModule,
    DevicesModule,
    ErasingModule,
    NavigationViewsModule,
    OnboardingStepsModule,
    PresenceModule,
    PurgeModule,
    RegisterModule,
    SavedSnippetsModule,
    SettingsModule,
    StatusModule,
  ],
})
export class SettingsServiceModule {}
