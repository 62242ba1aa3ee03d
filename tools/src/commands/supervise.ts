// The process behind `npm start -- --detach`: starts the suite, reports progress to the waiting command, then keeps it running until SIGTERM.
import { type DetachedNews, progressByNews } from '../suite/detached-news.js';
import { startLocalSuite } from '../suite/start-local-suite.js';
import { startOptions } from '../suite/start-options.js';
import { sentenceFor } from '../terminal/clear-error.js';
import { aborted, onInterruption } from '../terminal/interruption.js';

const signal = onInterruption();
// If the waiting command was killed, no one listens. That must not stop the suite.
const tell = (news: DetachedNews): void => void (process.connected && process.send?.(news, () => undefined));

try {
  const { suite, message } = await startLocalSuite({
    ...startOptions(process.argv.slice(2), process.env),
    progress: progressByNews(tell),
    signal,
  });
  tell({ kind: 'ready', message });
  await aborted(signal);
  await suite.stop();
  process.exit(0);
} catch (error) {
  console.error(`${new Date().toISOString()} ${sentenceFor(error)}`);
  if (process.connected) process.send?.({ kind: 'failed', sentence: sentenceFor(error) } satisfies DetachedNews, () => process.exit(1));
  else process.exit(1);
}
