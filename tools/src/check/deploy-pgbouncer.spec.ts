import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { DATABASE_SERVICES, loginOf } from '../migrate/set-logins.js';
import { repositoryPath } from '../repository.js';
import { ScratchFolders } from '../scratch-folders.js';
import { planPgBouncer } from '../stores/pgbouncer.js';

const read = (path: string) => readFileSync(repositoryPath(`deploy/${path}`), 'utf8');
const service = z.looseObject({ environment: z.record(z.string(), z.string()).default({}) });
const compose = (path: string) =>
  z
    .looseObject({ services: z.record(z.string(), service), configs: z.record(z.string(), z.object({ content: z.string() })) })
    .parse(parse(read(path), { merge: true }));

const folders = new ScratchFolders();
afterAll(() => folders.remove());

describe('PgBouncer in deploy', () => {
  it('is between PostgreSQL and each service with a database, with the passwords that compose.yaml gives', () => {
    const [first, pooled] = [compose('compose.yaml'), compose('compose.pgbouncer.yaml')];
    expect(Object.keys(pooled.services).sort()).toEqual(['pgbouncer', ...DATABASE_SERVICES].sort());
    const users = pooled.configs['pgbouncer-users']?.content.trim().split('\n');
    expect(users).toHaveLength(DATABASE_SERVICES.length);
    for (const name of DATABASE_SERVICES) {
      const direct = first.services[name]?.environment.DATABASE_URL ?? '';
      const environment = { DATABASE_URL: direct.replace('@postgres:5432/', '@pgbouncer:6432/'), DATABASE_POOLER: 'transaction' };
      expect([name, pooled.services[name]?.environment]).toEqual([name, environment]);
      const password = /:(\$\{[^}]*\})@/.exec(direct)?.[1];
      expect(users).toContain(`"${loginOf(name)}" "${password}"`);
    }
  });

  it('has the base of the image of Parley', () => {
    const base = /^ARG NODE_IMAGE=(.*)$/m.exec(read('Dockerfile'))?.[1];
    expect(/^FROM (.*)$/m.exec(read('pgbouncer/Dockerfile'))?.[1]).toBe(base);
  });

  it('runs in the tests with the settings of deploy/pgbouncer/pgbouncer.ini, except for addresses and files', () => {
    const dataDirectory = folders.make('pgbouncer');
    const options = { program: 'pgbouncer', port: 7, logFile: 'log', dataDirectory, account: undefined };
    planPgBouncer({ ...options, server: { host: 'db', port: '8' }, passwords: new Map([['parley_messaging', 'secret']]) });
    const settingsIn = (text: string) => text.split('\n').filter((line) => /^[a-z_*]+ = /.test(line));
    const [shipped, tested] = [
      settingsIn(read('pgbouncer/pgbouncer.ini')),
      settingsIn(readFileSync(join(dataDirectory, 'pgbouncer.ini'), 'utf8')),
    ];
    expect(shipped.filter((line) => !tested.includes(line)).map((line) => line.split(' = ')[0])).toEqual([
      ...['*', 'listen_addr', 'listen_port', 'auth_file'],
    ]);
    expect(tested.filter((line) => !shipped.includes(line))).toEqual(
      expect.arrayContaining(['* = host=db port=8', 'listen_port = 7', 'stats_users = parley_pooler']),
    );
    expect(readFileSync(join(dataDirectory, 'userlist.txt'), 'utf8')).toContain('"parley_messaging" "secret"\n');
  });
});
