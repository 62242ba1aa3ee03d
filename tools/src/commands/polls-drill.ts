// npm run drill:polls [-- --polls 50000 --gateways 4 --event-queues 8]: holds many polls on several gateways, delivers to all, and kills an event-queue.
import { compileBench, runBench } from '../bench/bench-program.js';
import { buildProjects } from '../build/build-projects.js';
import { repositoryPath } from '../repository.js';
import { Suite } from '../suite/suite.js';
import { ClearError } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { readOptions } from '../terminal/read-options.js';
import { runCommand } from '../terminal/run-command.js';

const directory = repositoryPath('.parley/polls-drill');
/** One gateway holds at most 20,000. */
const MOST_AT_GATEWAY = 15_000;
const MOST = { polls: 240_000, gateways: 16, 'event-queues': 32 };

await runCommand(async () => {
  const values = readOptions(
    { command: 'npm run drill:polls', args: process.argv.slice(2), environment: process.env },
    {
      polls: { type: 'string', default: '50000' },
      gateways: { type: 'string', default: '4' },
      'event-queues': { type: 'string', default: '8' },
    },
  );
  if (process.platform !== 'linux') throw new ClearError('The drill runs on Linux only: it reads processor time from /proc.');
  const [polls, gateways, eventQueues] = [
    amount('polls', values.polls),
    amount('gateways', values.gateways),
    amount('event-queues', values['event-queues']),
  ];
  if (polls > gateways * MOST_AT_GATEWAY) {
    const needed = Math.ceil(polls / MOST_AT_GATEWAY);
    throw new ClearError(
      `${polls} polls need at least ${needed} gateways, as in npm run drill:polls -- --polls ${polls} --gateways ${needed}.`,
    );
  }
  const signal = onInterruption();
  const suite = await Suite.start({
    directory,
    reset: true,
    replicas: { gateway: gateways, 'event-queue': eventQueues },
    prepare: async (steps) => {
      await steps.step('bench', () => compileBench(signal));
      await buildProjects(steps, signal);
    },
    progress: terminalProgress(),
    signal,
  });
  try {
    return await runBench('polls', suite, ['--polls', String(polls)], signal);
  } finally {
    await suite.discard();
  }
});

function amount(name: keyof typeof MOST, text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value > 0 && value <= MOST[name]) return value;
  throw new ClearError(`--${name} takes a whole number from 1 to ${MOST[name]}.`);
}
