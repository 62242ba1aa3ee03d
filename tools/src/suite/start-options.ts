import { readOptions } from '../terminal/read-options.js';
import { parseReplicas, type Replicas } from './services.js';

export interface StartOptions {
  readonly detach: boolean;
  readonly reset: boolean;
  /** Answers the question of --reset with yes. */
  readonly yes: boolean;
  readonly observe: boolean;
  readonly replicas: Replicas;
}

/** @throws ClearError with an unknown option, or one with an invalid value */
export function startOptions(args: readonly string[], environment: NodeJS.ProcessEnv): StartOptions {
  const { replicas, ...flags } = readOptions(
    { command: 'npm start', args, environment },
    {
      detach: { type: 'boolean', default: false },
      reset: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      observe: { type: 'boolean', default: false },
      replicas: { type: 'string', default: '' },
    },
  );
  return { ...flags, replicas: parseReplicas(replicas, '--replicas: ') };
}
