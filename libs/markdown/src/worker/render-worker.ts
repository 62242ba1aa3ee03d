// The code of a render thread. RenderThread starts it.
import { parentPort } from 'node:worker_threads';
import { renderMessage } from '../render-message.js';
import { compiledLinkifiers } from './compiled-linkifiers.js';
import type { WorkerMessage } from './messages.js';
import { type RenderJob, renderJob } from './render-job.js';
import { ownTask, processorTimeOf } from './thread-time.js';

/** Code that runs for the first time is slow. The warm-up keeps this cost out of the budget of the first message. */
const WARM_UP = [
  'Some *words* of **a** text with `code`, a [link](https://example.com/a.png), :+1: and 🎉, see www.example.com or ops@example.com. ',
  '- one\n- two\n  - three\n\n1. four\n2. five\n\n> quoted\n\n',
  '| a | b |\n|---|---|\n| 1 | 2 |\n\n',
  '```ts\nconst a = (b: number) => [b, "c"];\n```\n\n',
  '```quote\n@**all** #**channel>topic** ~~gone~~ <time:2020-01-01T00:00:00Z>\n```\n\n',
  '$$\\frac{a}{b} + \\sqrt{x^2}$$ ',
];
const WARM_UP_ROUNDS = 3;
const WARM_UP_REPEATS = 12;

const task = ownTask();
const send = (message: WorkerMessage) => parentPort?.postMessage(message);

parentPort?.on('message', (job: RenderJob) => {
  try {
    // Compiled once for many messages. The limits of linkifiers bound its time.
    compiledLinkifiers(job.linkifiers);
    send({ kind: 'begun', usedMs: processorTimeOf(task) });
    const rendered = renderJob(job);
    send({ kind: 'done', usedMs: processorTimeOf(task), rendered });
  } catch (error) {
    send({ kind: 'failed', error });
  }
});
for (let round = 0; round < WARM_UP_ROUNDS; round += 1) {
  for (const text of WARM_UP) renderMessage(text.repeat(WARM_UP_REPEATS), { translateEmoticons: true });
}
send({ kind: 'ready', task });
