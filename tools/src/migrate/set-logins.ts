import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { passwordVariable } from '../stores/bus-users.js';
import { ClearError } from '../terminal/clear-error.js';
import { setSessionSettings } from './session-settings.js';

/** Services of a cell with a role in PostgreSQL. The gateway has none. */
export const DATABASE_SERVICES = [
  'organization',
  'channels',
  'messaging',
  'settings',
  'invitations',
  'notifications',
  'event-queue',
] as const;
export type DatabaseService = (typeof DATABASE_SERVICES)[number] | typeof DIRECTORY;
/** It has a database of its own. */
export const DIRECTORY = 'directory';
export const EVERY_LOGIN: readonly DatabaseService[] = [...DATABASE_SERVICES, DIRECTORY];

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

export interface ServicePasswords {
  readonly first: string;
  /** Of the second login, while the password is replaced. */
  readonly second?: string | undefined;
}
/** Logins of services that are not in it do not change. */
export type LoginPasswords = ReadonlyMap<DatabaseService, ServicePasswords>;

/** The role of a service, which is also its login. */
export function loginOf(service: DatabaseService): string {
  return `parley_${service.replaceAll('-', '_')}`;
}

/** The second login of a service, with the rights of its role: docs/operations.md, "Replace a password of a store". */
export function secondLoginOf(service: DatabaseService): string {
  return `${loginOf(service)}_second`;
}

/**
 * The passwords in POSTGRES_MESSAGING_PASSWORD, POSTGRES_MESSAGING_SECOND_PASSWORD and so on.
 * @throws ClearError for a second password without a first one
 */
export function passwordsIn(environment: NodeJS.ProcessEnv, services: readonly DatabaseService[] = DATABASE_SERVICES): LoginPasswords {
  const passwords = new Map<DatabaseService, ServicePasswords>();
  for (const service of services) {
    const [name, secondName] = [passwordVariable('POSTGRES', service), passwordVariable('POSTGRES', `${service}-second`)];
    const [first = '', second = ''] = [environment[name], environment[secondName]];
    if (first === '' && second !== '') throw new ClearError(`${secondName} is set, and ${name} is not. Set both, or none.`);
    if (first !== '') passwords.set(service, { first, second: second === '' ? undefined : second });
  }
  return passwords;
}

/**
 * Enables the login of each service with its own role, which is a member of no other, and gives it its settings. The second login can be used while
 * it has a password.
 * Runs after the migrations, which create the roles. The caller holds the lock of migrations: concurrent changes of one role would fail.
 */
export async function setLogins(client: pg.Client, passwords: LoginPasswords): Promise<void> {
  for (const [service, { first, second }] of passwords) {
    await setPassword(client, loginOf(service), first);
    await setSessionSettings(client, loginOf(service));
    const login = secondLoginOf(service);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [login]);
    if (second !== undefined) {
      if (rowCount === 0)
        await client.query(`CREATE ROLE ${client.escapeIdentifier(login)} IN ROLE ${client.escapeIdentifier(loginOf(service))}`);
      await setPassword(client, login, second);
      await setSessionSettings(client, login, loginOf(service));
    } else if (rowCount !== 0) {
      // Not dropped: sessions of a process that still has it would fail at once.
      await client.query(`ALTER ROLE ${client.escapeIdentifier(login)} NOLOGIN PASSWORD NULL`);
    }
  }
}

/** PostgreSQL receives, and may log, only a verifier of the password. */
async function setPassword(client: pg.Client, login: string, password: string): Promise<void> {
  await client.query(`ALTER ROLE ${client.escapeIdentifier(login)} LOGIN PASSWORD ${client.escapeLiteral(verifierOf(password))}`);
}

/** The same URL with the login of a service. */
export function urlForService(databaseUrl: string, service: DatabaseService, password: string, login = loginOf(service)): string {
  const url = new URL(databaseUrl);
  url.username = login;
  url.password = encodeURIComponent(password);
  return url.href;
}

/** The form in which PostgreSQL stores a password (RFC 5802, RFC 7677). */
function verifierOf(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyed = (name: string) => createHmac('sha256', salted).update(name).digest();
  const storedKey = createHash('sha256').update(keyed('Client Key')).digest('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey}:${keyed('Server Key').toString('base64')}`;
}
