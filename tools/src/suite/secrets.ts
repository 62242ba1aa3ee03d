import { createHmac, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ClearError } from '../terminal/clear-error.js';

/** Secrets shared by the processes of one data directory. Generated once at random, readable for the owner only. */
export interface Secrets {
  readonly callerSecret: string;
  readonly keySecret: string;
  readonly postgresPassword: string;
  readonly redisPassword: string;
  readonly natsPassword: string;
}

const names = ['callerSecret', 'keySecret', 'postgresPassword', 'redisPassword', 'natsPassword'] as const satisfies (keyof Secrets)[];

export function readOrMakeSecrets(directory: string): Secrets {
  const path = join(directory, 'secrets.json');
  if (existsSync(path)) return parse(path);
  if (existsSync(join(directory, 'stores'))) {
    throw new ClearError(`${path} is missing, so the data in its folder cannot be opened: start again with npm start -- --reset.`);
  }
  mkdirSync(directory, { recursive: true });
  const secrets = Object.fromEntries(names.map((name) => [name, randomBytes(32).toString('hex')]));
  writeFileSync(path, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return parse(path);
}

/** The login of the job board. Derived, so that a data directory of an older version has it too. */
export function operatorOf({ callerSecret }: Secrets): { readonly user: string; readonly password: string } {
  return { user: 'operator', password: createHmac('sha256', callerSecret).update('operator').digest('base64url').slice(0, 24) };
}

function parse(path: string): Secrets {
  const secrets: Partial<Record<keyof Secrets, unknown>> = JSON.parse(readFileSync(path, 'utf8'));
  const value = (name: keyof Secrets): string => {
    const secret = secrets[name];
    if (typeof secret !== 'string' || secret === '') throw new ClearError(`${path} has no ${name}: start again with npm start -- --reset.`);
    return secret;
  };
  return {
    callerSecret: value('callerSecret'),
    keySecret: value('keySecret'),
    postgresPassword: value('postgresPassword'),
    redisPassword: value('redisPassword'),
    natsPassword: value('natsPassword'),
  };
}
