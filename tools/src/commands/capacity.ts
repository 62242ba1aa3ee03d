// npm run capacity -- --organizations 100000 --online 1000000 --sends-per-second 5000: what an installation of this size needs (docs/scale.md).
import { readBenchFigures, referenceFile } from '../capacity/bench-figures.js';
import { loadOf } from '../capacity/load-options.js';
import { planFor } from '../capacity/plan.js';
import { shownPlan } from '../capacity/shown.js';
import { readOptions } from '../terminal/read-options.js';
import { runCommand } from '../terminal/run-command.js';

const text = { type: 'string' } as const;

await runCommand(async () => {
  const { from, ...options } = readOptions(
    { command: 'npm run capacity', args: process.argv.slice(2), environment: process.env },
    {
      organizations: text,
      online: text,
      'sends-per-second': text,
      recipients: text,
      'registrations-per-second': text,
      'postgres-cores': text,
      'nats-cores': text,
      use: text,
      from: text,
    },
  );
  console.log(shownPlan(planFor(loadOf(options), readBenchFigures(from ?? referenceFile()))));
});
