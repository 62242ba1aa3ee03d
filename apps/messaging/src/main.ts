import { setTimeout } from 'node:timers/promises';
import { runService } from '@parley/rpc';
import { loadConfig, runMain } from '@parley/runtime';
import { messagingConfig } from './config.js';
import { MessagingModule } from './messaging.module.js';
import { MessageRenderer } from './rendering/message-renderer.js';

/** Its threads take a second of processor time. While a suite starts, that is better spent on being ready. */
const THREADS_AFTER_MS = 10_000;

runMain(async () => {
  const { app } = await runService('messaging', loadConfig(messagingConfig), MessagingModule);
  await setTimeout(THREADS_AFTER_MS, undefined, { ref: false });
  await app.get(MessageRenderer).startThreads();
});
