import { readOptions } from '../terminal/read-options.js';
import { parseReplicas, type Replicas } from './services.js';

export interface StartOptions {
  readonly detach: boolean;
  readonly reset: boolean;
  /** Answers the question of --reset. */
  readonly yes: boolean;
  readonly replicas: Replicas;
}

/** @throws ClearError naming an option that does not exist, or cannot have that value */
export function startOptions(args: readonly string[], environment: NodeJS.ProcessEnv): StartOptions {
  const { replicas, ...flags } = readOptions(
    { command: 'npm start', args, environment },
    {
      detach: { type: 'boolean', default: false },
      reset: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      replicas: { type: 'string', default: '' },
    },
  );
  return { ...flags, replicas: parseReplicas(replicas, '--replicas: ') };
}
