import { loadConfig } from '@parley/runtime';
import type { z } from 'zod';

/** What a process with this schema reports about an environment, one text for each faulty variable. None if the environment is valid. */
export function configFaults(schema: z.ZodType, environment: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(schema, environment);
    return [];
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConfigError') throw error;
    return error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}
