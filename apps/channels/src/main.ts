import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { ChannelsServiceModule } from './channels-service.module.js';

runMain(() => runService('channels', loadConfig('service'), ChannelsServiceModule));
