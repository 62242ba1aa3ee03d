import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { SettingsModule } from './settings.module.js';

runMain(() => runService('settings', loadConfig('service'), SettingsModule));
