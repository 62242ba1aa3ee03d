import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { eventQueueConfig } from './config.js';
import { EventQueueModule } from './event-queue.module.js';

runMain(() => runService('event-queue', loadConfig(eventQueueConfig), EventQueueModule));
