import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { MessagingModule } from './messaging.module.js';

runMain(() => runService('messaging', loadConfig('fileKeeper'), MessagingModule));
