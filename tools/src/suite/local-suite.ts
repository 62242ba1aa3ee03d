import { repositoryPath } from '../repository.js';
import type { StoreName } from '../stores/store-programs.js';
import { ClearError } from '../terminal/clear-error.js';
import { requireUrl } from '../terminal/require-url.js';

/** The data directory of `npm start`. */
export const localDirectory = repositoryPath('.parley');
const standardPort = 9991;

const storeVariables = {
  postgres: { variable: 'DATABASE_URL', protocols: ['postgres:', 'postgresql:'] },
  redis: { variable: 'REDIS_URL', protocols: ['redis:', 'rediss:'] },
  nats: { variable: 'NATS_URL', protocols: ['nats:', 'tls:'] },
} as const satisfies Record<StoreName, { variable: string; protocols: readonly string[] }>;

/**
 * The stores given by the environment.
 * @throws ClearError with the variable whose URL is invalid
 */
export function givenStores(environment: NodeJS.ProcessEnv): Partial<Record<StoreName, string>> {
  const given: Partial<Record<StoreName, string>> = {};
  for (const name of ['postgres', 'redis', 'nats'] as const) {
    const { variable, protocols } = storeVariables[name];
    const value = environment[variable];
    if (value !== undefined && value !== '') given[name] = requireUrl(variable, value, protocols);
  }
  if (given.postgres !== undefined && new URL(given.postgres).pathname.length < 2) {
    throw new ClearError('DATABASE_URL has no database name: it must end in one, as in postgres://user@host:5432/parley.');
  }
  return given;
}

/** @throws ClearError if PORT is not a port */
export function portFrom(environment: NodeJS.ProcessEnv): number {
  const text = environment.PORT;
  if (text === undefined || text === '') return standardPort;
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port >= 1 && port <= 65_535)) throw new ClearError(`PORT must be a number from 1 to 65535, and it is "${text}".`);
  return port;
}
