import { buildProjects } from '../build/build-projects.js';
import type { Progress } from '../terminal/progress.js';
import { readDemo } from './demo.js';
import { givenStores, localDirectory, portFrom } from './local-suite.js';
import { readyMessage } from './ready-message.js';
import type { Replicas } from './services.js';
import { Suite } from './suite.js';

export interface LocalStart {
  readonly reset: boolean;
  readonly observe: boolean;
  readonly replicas: Replicas;
  readonly cells: number;
  readonly progress: Progress;
  /** Aborted when the start is cancelled. */
  readonly signal: AbortSignal;
}

/** Builds, then starts the suite of this checkout under .parley/. Errors in the environment are reported first. */
export async function startLocalSuite(start: LocalStart): Promise<{ suite: Suite; message: string }> {
  const stores = givenStores(process.env);
  const port = portFrom(process.env);
  const suite = await Suite.start({
    directory: localDirectory,
    reset: start.reset,
    prepare: (progress) => buildProjects(progress, start.signal),
    port,
    replicas: start.replicas,
    cells: start.cells,
    scalable: true,
    observe: start.observe,
    givenStores: stores,
    mailbox: (process.env.SMTP_URL ?? '') === '',
    progress: start.progress,
    signal: start.signal,
  });
  return { suite, message: readyMessage(readDemo(suite.demoFile), suite) };
}
