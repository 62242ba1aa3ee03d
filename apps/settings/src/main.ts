import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { SettingsServiceModule } from './settings-service.module.js';

runMain(() => runService('settings', loadConfig('service'), SettingsServiceModule));
