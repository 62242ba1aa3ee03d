import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { deployDatabase } from '../src/migrate/deploy-database.js';
import { ensureDatabase } from '../src/migrate/ensure-database.js';
import { loginOf, passwordsIn, type ServicePasswords, secondLoginOf } from '../src/migrate/set-logins.js';
import { repositoryPath } from '../src/repository.js';
import { ScratchMigrations } from './scratch-migrations.js';

const scratch = new ScratchMigrations('logins');
const second = secondLoginOf('settings');
let url: string;

beforeAll(async () => {
  url = scratch.unmadeDatabase();
  await ensureDatabase(url);
});
afterAll(async () => {
  await scratch.queryAt(scratch.server, `DROP ROLE IF EXISTS ${second}`);
  // Other test files share the roles.
  await scratch.queryAt(scratch.server, `ALTER ROLE ${loginOf('settings')} NOLOGIN PASSWORD NULL`);
  await scratch.remove();
});

const deploy = (passwords: ServicePasswords) =>
  deployDatabase(url, repositoryPath('prisma'), { passwords: new Map([['settings', passwords]]) });

const rolesOfSettings = () =>
  scratch.queryAt(
    url,
    `SELECT rolname AS name, rolcanlogin AS "canLogin", (SELECT rolpassword IS NOT NULL FROM pg_authid a WHERE a.oid = r.oid) AS "hasPassword"
     FROM pg_roles r WHERE rolname LIKE 'parley_settings%' ORDER BY rolname`,
  );

/** Whether a login may write a table of the settings service, and one of the messaging service. */
const mayWrite = (login: string) =>
  scratch.queryAt(
    url,
    `SELECT has_table_privilege($1, 'saved_snippet', 'INSERT') AS own, has_table_privilege($1, 'message', 'INSERT') AS foreign`,
    [login],
  );

it('a second login has the rights of the service, and can be used only while it has a password', async () => {
  const first = { name: loginOf('settings'), canLogin: true, hasPassword: true };
  await deploy({ first: 'one' });
  expect(await rolesOfSettings()).toEqual([first]);
  await deploy({ first: 'one', second: 'two' });
  await deploy({ first: 'one', second: 'three' });
  expect(await rolesOfSettings()).toEqual([first, { name: second, canLogin: true, hasPassword: true }]);
  expect(await mayWrite(second)).toEqual([{ own: true, foreign: false }]);
  expect(await mayWrite(loginOf('settings'))).toEqual([{ own: true, foreign: false }]);
  await deploy({ first: 'four' });
  expect(await rolesOfSettings()).toEqual([first, { name: second, canLogin: false, hasPassword: false }]);
});

it('passwords are read from the environment, and a second one alone is refused', () => {
  const first = { POSTGRES_EVENT_QUEUE_PASSWORD: 'one' };
  const both = { ...first, POSTGRES_EVENT_QUEUE_SECOND_PASSWORD: 'two', POSTGRES_MESSAGING_PASSWORD: '' };
  expect([...passwordsIn(first)]).toEqual([['event-queue', { first: 'one', second: undefined }]]);
  expect([...passwordsIn(both)]).toEqual([['event-queue', { first: 'one', second: 'two' }]]);
  expect(() => passwordsIn({ POSTGRES_EVENT_QUEUE_SECOND_PASSWORD: 'two' })).toThrow(
    'POSTGRES_EVENT_QUEUE_SECOND_PASSWORD is set, and POSTGRES_EVENT_QUEUE_PASSWORD is not. Set both, or none.',
  );
});
