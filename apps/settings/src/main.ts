import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { settingsConfig } from './config.js';
import { SettingsServiceModule } from './settings-service.module.js';

runMain(() => runService('settings', loadConfig(settingsConfig), SettingsServiceModule));
