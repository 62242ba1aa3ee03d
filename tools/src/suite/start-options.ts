import { ClearError } from '../terminal/clear-error.js';
import { readOptions } from '../terminal/read-options.js';
import { parseReplicas, type Replicas } from './services.js';
import { MOST_LOCAL_CELLS } from './suite-cells.js';

export interface StartOptions {
  readonly detach: boolean;
  readonly reset: boolean;
  /** Answers the question of --reset with yes. */
  readonly yes: boolean;
  readonly observe: boolean;
  readonly replicas: Replicas;
  readonly cells: number;
}

/** @throws ClearError with an unknown option, or one with an invalid value */
export function startOptions(args: readonly string[], environment: NodeJS.ProcessEnv): StartOptions {
  const { replicas, cells, ...flags } = readOptions(
    { command: 'npm start', args, environment },
    {
      detach: { type: 'boolean', default: false },
      reset: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      observe: { type: 'boolean', default: false },
      replicas: { type: 'string', default: '' },
      cells: { type: 'string', default: '1' },
    },
  );
  return { ...flags, replicas: parseReplicas(replicas, '--replicas: '), cells: parseCells(cells) };
}

function parseCells(text: string): number {
  const count = /^\d$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > MOST_LOCAL_CELLS) throw new ClearError(`--cells needs a number from 1 to ${MOST_LOCAL_CELLS}, as in --cells 2.`);
  return count;
}
