import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { EventQueueModule } from './event-queue.module.js';

runMain(() => runService('event-queue', loadConfig('eventQueue'), EventQueueModule));
