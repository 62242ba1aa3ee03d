import { parseArgs } from 'node:util';
import { ClearError } from '../terminal/clear-error.js';
import { parseReplicas, type Replicas } from './services.js';

export interface StartOptions {
  readonly detach: boolean;
  readonly reset: boolean;
  readonly replicas: Replicas;
}

/** @throws ClearError naming an option that does not exist, or cannot have that value */
export function startOptions(commandArguments: readonly string[]): StartOptions {
  try {
    const { values } = parseArgs({
      args: [...commandArguments],
      options: {
        detach: { type: 'boolean', default: false },
        reset: { type: 'boolean', default: false },
        replicas: { type: 'string', default: '' },
      },
    });
    return { detach: values.detach, reset: values.reset, replicas: parseReplicas(values.replicas) };
  } catch (error) {
    if (error instanceof ClearError || !(error instanceof Error)) throw error;
    throw new ClearError(`${error.message.split('. ')[0]}. The options are --detach, --reset and --replicas event-queue=2,gateway=2.`);
  }
}
