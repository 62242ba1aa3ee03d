import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { ChannelsModule } from './channels.module.js';

runMain(() => runService('channels', loadConfig('service'), ChannelsModule));
