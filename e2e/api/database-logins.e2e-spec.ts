import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DatabaseConnection } from '@parley/testing';
import { connectToSuiteDatabase } from '../client/suite-database.js';

const SERVICES = ['organization', 'channels', 'messaging', 'settings', 'invitations', 'notifications', 'event-queue'];
const loginOf = (service: string) => `parley_${service.replace('-', '_')}`;

let superuser: DatabaseConnection;
beforeAll(async () => {
  superuser = await connectToSuiteDatabase();
});
afterAll(() => superuser.end());

describe('the services in PostgreSQL', () => {
  it('are logged in with their own roles', async () => {
    const { rows } = await superuser.query<{ service: string; login: string }>(`
      SELECT DISTINCT regexp_replace(application_name, '-[0-9]+$', '') AS service, usename AS login
      FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name ~ '-[0-9]+$'`);
    expect(rows.map(({ service }) => service).sort()).toEqual([...SERVICES].sort());
    for (const { service, login } of rows) expect([service, login]).toEqual([service, loginOf(service)]);
  });

  it('are members of no other role and have no additional rights', async () => {
    const { rows } = await superuser.query<{ name: string; memberships: number; isMore: boolean }>(`
      SELECT r.rolname AS name, (SELECT count(*)::int FROM pg_auth_members m WHERE m.member = r.oid) AS memberships,
        r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolbypassrls OR r.rolreplication AS "isMore"
      FROM pg_roles r WHERE r.rolname LIKE 'parley\\_%'`);
    expect(rows.map(({ name }) => name).sort()).toEqual(SERVICES.map(loginOf).sort());
    for (const { name, memberships, isMore } of rows) expect([name, memberships, isMore]).toEqual([name, 0, false]);
  });

  it.each(SERVICES)('%s gets no additional rights by RESET ROLE', async (service) => {
    const session = await connectToSuiteDatabase();
    try {
      // From here on the session is like a login of the service.
      await session.query(`SET SESSION AUTHORIZATION ${loginOf(service)}`);
      await session.query('RESET ROLE');
      const { rows } = await session.query('SELECT current_user AS name');
      expect(rows).toEqual([{ name: loginOf(service) }]);
      const other = service === 'organization' ? 'messaging' : 'organization';
      await expect(session.query(`SET ROLE ${loginOf(other)}`)).rejects.toThrow(/permission denied/);
      const foreign = service === 'organization' ? 'DELETE FROM message WHERE id = 0' : 'SELECT digest FROM api_key LIMIT 1';
      await expect(session.query(foreign)).rejects.toThrow(/permission denied/);
    } finally {
      await session.end();
    }
  });
});
