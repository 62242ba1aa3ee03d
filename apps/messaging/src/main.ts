import { setTimeout } from 'node:timers/promises';
import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { messagingConfig } from './config.js';
import { MessagingModule } from './messaging.module.js';
import { MessageRenderer } from './rendering/message-renderer.js';

/** Starting the render threads takes a second of processor time. While all services start, that time is better spent on becoming ready. */
const THREADS_AFTER_MS = 10_000;

runMain(async () => {
  const { app } = await runService('messaging', loadConfig(messagingConfig), MessagingModule);
  await setTimeout(THREADS_AFTER_MS, undefined, { ref: false });
  await app.get(MessageRenderer).startThreads();
});
