import { Module } from '@nestjs/common';
import { EventLogModule } from '@parley/event-log';
import { PersistenceModule } from '@parley/persistence';
import { AddPushToken } from './devices/add-push-token.js';
import { DevicesController } from './devices/devices.controller.js';
import { RegisterClientDevice } from './devices/register-client-device.js';
import { RemoveClientDevice } from './devices/remove-client-device.js';
import { RemovePushToken } from './devices/remove-push-token.js';
import { CreateNavigationView } from './navigation-views/create-navigation-view.js';
import { DeleteNavigationView } from './navigation-views/delete-navigation-view.js';
import { GetNavigationViews } from './navigation-views/get-navigation-views.js';
import { NavigationViewsController } from './navigation-views/navigation-views.controller.js';
import { NavigationViewsRepository } from './navigation-views/navigation-views.repository.js';
import { UpdateNavigationView } from './navigation-views/update-navigation-view.js';
import { AnnouncePresence } from './presence/announce-presence.js';
import { GetPresence } from './presence/get-presence.js';
import { ListPresence } from './presence/list-presence.js';
import { PresenceController } from './presence/presence.controller.js';
import { ReadPresenceRules } from './presence/read-presence-rules.js';
import { ReportPresence } from './presence/report-presence.js';
import { ShowPresence } from './presence/show-presence.js';
import { ReadRegisterPart } from './register/read-register-part.js';
import { RegisterController } from './register/register.controller.js';
import { CreateSavedSnippet } from './saved-snippets/create-saved-snippet.js';
import { DeleteSavedSnippet } from './saved-snippets/delete-saved-snippet.js';
import { GetSavedSnippets } from './saved-snippets/get-saved-snippets.js';
import { SavedSnippetsController } from './saved-snippets/saved-snippets.controller.js';
import { SavedSnippetsRepository } from './saved-snippets/saved-snippets.repository.js';
import { UpdateSavedSnippet } from './saved-snippets/update-saved-snippet.js';
import { SettingsController } from './settings/settings.controller.js';
import { SettingsRepository } from './settings/settings.repository.js';
import { UpdateOwnSettings } from './settings/update-own-settings.js';
import { UpdateSettingDefaults } from './settings/update-setting-defaults.js';
import { UpdateSettings } from './settings/update-settings.js';
import { UpdateSettingsOfOthers } from './settings/update-settings-of-others.js';
import { GetStatus } from './status/get-status.js';
import { SetStatus } from './status/set-status.js';
import { StatusController } from './status/status.controller.js';

@Module({
  imports: [PersistenceModule.forService('settings'), EventLogModule],
  controllers: [
    DevicesController,
    NavigationViewsController,
    PresenceController,
    RegisterController,
    SavedSnippetsController,
    SettingsController,
    StatusController,
  ],
  providers: [
    AddPushToken,
    AnnouncePresence,
    CreateNavigationView,
    CreateSavedSnippet,
    DeleteNavigationView,
    DeleteSavedSnippet,
    GetNavigationViews,
    GetPresence,
    GetSavedSnippets,
    GetStatus,
    ListPresence,
    NavigationViewsRepository,
    ReadPresenceRules,
    ReadRegisterPart,
    RegisterClientDevice,
    RemoveClientDevice,
    RemovePushToken,
    ReportPresence,
    SavedSnippetsRepository,
    SetStatus,
    SettingsRepository,
    ShowPresence,
    UpdateNavigationView,
    UpdateOwnSettings,
    UpdateSavedSnippet,
    UpdateSettingDefaults,
    UpdateSettings,
    UpdateSettingsOfOthers,
  ],
})
export class SettingsModule {}
