import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { ChannelsServiceModule } from './channels-service.module.js';
import { channelsConfig } from './config.js';

runMain(() => runService('channels', loadConfig(channelsConfig), ChannelsServiceModule));
