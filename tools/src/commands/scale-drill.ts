// npm run drill:scale [-- --utilization 80]: raises the load of a suite of its own until an autoscaler would add an event-queue, adds it,
// shows that the signal falls, and removes it when the load is gone.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from '../browser/ensure-browser.js';
import { buildProjects } from '../build/build-projects.js';
import { repositoryPath } from '../repository.js';
import { chartTarget } from '../scaling/chart-target.js';
import { plotRun } from '../scaling/plot-run.js';
import { ProcessorSignal } from '../scaling/processor-signal.js';
import { runDrill } from '../scaling/run-drill.js';
import { SendLoad } from '../scaling/send-load.js';
import { takePanels } from '../scaling/take-panels.js';
import { readDemo } from '../suite/demo.js';
import { Suite } from '../suite/suite.js';
import { ClearError } from '../terminal/clear-error.js';
import { onInterruption } from '../terminal/interruption.js';
import { terminalProgress } from '../terminal/progress.js';
import { readOptions } from '../terminal/read-options.js';
import { runCommand } from '../terminal/run-command.js';

const directory = repositoryPath('.parley/scale-drill');
/** The results, apart from the suite. */
const results = repositoryPath('.parley/scale-drill-results');
const PANELS = [
  { name: 'event-queue-cores', expression: 'rate(process_cpu_seconds_total{service="event-queue"}[30s])' },
  { name: 'delay', expression: 'histogram_quantile(0.99, sum by (le) (rate(parley_fan_out_lag_seconds_bucket[30s])))' },
];

await runCommand(async () => {
  const commandLine = { command: 'npm run drill:scale', args: process.argv.slice(2), environment: process.env };
  const { utilization } = readOptions(commandLine, { utilization: { type: 'string' } });
  if (utilization !== undefined && !(Number(utilization) > 0))
    throw new ClearError(
      '--utilization takes a percentage of the requested processor time, as in npm run drill:scale -- --utilization 80.',
    );
  const target = chartTarget('event-queue', utilization === undefined ? undefined : Number(utilization));
  const signal = onInterruption();
  const suite = await Suite.start({
    directory,
    reset: true,
    replicas: { 'event-queue': 1 },
    observe: true,
    prepare: (steps) => buildProjects(steps, signal),
    progress: terminalProgress(),
    signal,
  });
  try {
    console.log('registering queues');
    const load = await SendLoad.open(suite.baseUrl, readDemo(suite.demoFile));
    const processor = new ProcessorSignal();
    const run = await runDrill(
      {
        signal: async () => Object.fromEntries(await processor.read(metricsOf(suite))),
        load: (rate) => {
          load.rate = rate;
        },
        answered: () => load.answered,
        scale: async (replicas) => {
          await suite.scale({ 'event-queue': replicas });
        },
        say: (line) => console.log(line),
      },
      target,
    ).finally(() => load.stop());
    console.log(`${load.answered} messages were sent, ${load.failed} failed`);
    mkdirSync(results, { recursive: true });
    const plot = join(results, 'scaling.svg');
    writeFileSync(plot, plotRun(run));
    console.log(`Written: ${[plot, ...(await panelsOf(suite, signal))].join(', ')}`);
    return load.failed === 0 ? 0 : 1;
  } finally {
    await suite.discard();
  }
});

function metricsOf({ instances }: Suite): Map<string, string> {
  const replicas = instances.filter(({ service }) => service === 'event-queue');
  return new Map(replicas.map(({ name, readyUrl }) => [name, new URL('/metrics', readyUrl).href]));
}

/** None without a Prometheus that shows them, or without a browser: the drill does not depend on them. */
async function panelsOf(suite: Suite, signal: AbortSignal): Promise<string[]> {
  const browser = await ensureBrowser({ report: (line) => console.error(`  ${line}`), signal });
  if (suite.prometheusUrl === undefined || !('path' in browser)) return [];
  try {
    return await takePanels(browser.path, suite.prometheusUrl, PANELS, results);
  } catch (error) {
    console.log(`No pictures of the graphs of Prometheus: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}
