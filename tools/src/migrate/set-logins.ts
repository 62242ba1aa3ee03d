import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { passwordVariable } from '../stores/bus-users.js';

/** Services with a role in PostgreSQL. The gateway has none. */
export const DATABASE_SERVICES = ['organization', 'channels', 'messaging', 'settings', 'invitations', 'event-queue'] as const;
export type DatabaseService = (typeof DATABASE_SERVICES)[number];

const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/** Logins of services that are not in it do not change. */
export type LoginPasswords = ReadonlyMap<DatabaseService, string>;

/** The role of a service, which is also its login. */
export function loginOf(service: DatabaseService): string {
  return `parley_${service.replaceAll('-', '_')}`;
}

/** The passwords in POSTGRES_MESSAGING_PASSWORD and so on. */
export function passwordsIn(environment: NodeJS.ProcessEnv): LoginPasswords {
  const passwords = DATABASE_SERVICES.map((service) => [service, environment[passwordVariable('POSTGRES', service)] ?? ''] as const);
  return new Map(passwords.filter(([, password]) => password !== ''));
}

/**
 * Enables the login of each service with its own role, which is a member of no other. Runs after the migrations, which create the roles. The
 * caller holds the lock of migrations: concurrent changes of one role would fail.
 */
export async function setLogins(client: pg.Client, passwords: LoginPasswords): Promise<void> {
  for (const [service, password] of passwords) {
    // PostgreSQL receives, and may log, only a verifier of the password.
    await client.query(
      `ALTER ROLE ${client.escapeIdentifier(loginOf(service))} LOGIN PASSWORD ${client.escapeLiteral(verifierOf(password))}`,
    );
  }
}

/** The same URL with the login of a service. */
export function urlForService(databaseUrl: string, service: DatabaseService, password: string): string {
  const url = new URL(databaseUrl);
  url.username = loginOf(service);
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
