import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { z } from 'zod';
import { DATABASE_SERVICES, DIRECTORY, loginOf } from '../migrate/set-logins.js';
import { repositoryPath } from '../repository.js';
import { busLogins, passwordVariable, subjectPrefixOf } from '../stores/bus-users.js';

const CELLS = ['cell-1', 'cell-2'];
const SECOND = 'cell-2';
const NEEDED = ':?make one with openssl rand -hex 32}';

const service = z.looseObject({
  environment: z.record(z.string(), z.string()).default({}),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
});
const compose = (path: string) =>
  z
    .object({ services: z.record(z.string(), service), configs: z.record(z.string(), z.object({ content: z.string() })) })
    .parse(parse(readFileSync(repositoryPath(`deploy/${path}`), 'utf8'), { merge: true }));
const [one, two] = [compose('compose.yaml'), compose('compose.cells.yaml')];
const ofOne = (name: string) => one.services[name] ?? service.parse({});
const ofTwo = (name: string) => two.services[name] ?? service.parse({});
/** In the names of the secrets of the second cell. */
const secret = (variable: string) => `\${${variable}${NEEDED}`;

describe('deploy/compose.cells.yaml', () => {
  it('runs the directory, and the stores, the migration job and the services of the second cell', () => {
    const changed = ['nats', 'migrate', 'organization', 'gateway', 'admin'];
    const added = [
      'migrate-directory',
      DIRECTORY,
      'postgres-2',
      'redis-2',
      'migrate-2',
      ...DATABASE_SERVICES.map((name) => `${SECOND}-${name}`),
    ];
    expect(Object.keys(two.services).sort()).toEqual([...changed, ...added].sort());
  });

  it.each(DATABASE_SERVICES)('runs %s of the second cell as that of the first, with its own stores and user of NATS', (name) => {
    const { environment: first, depends_on: _, ...rest } = ofOne(name);
    const { environment, depends_on: dependsOn, ...others } = ofTwo(`${SECOND}-${name}`);
    expect(others).toEqual(rest);
    const login = `${SECOND}-${name}`;
    expect(environment).toEqual({
      ...first,
      ...(name === 'organization' ? { CELLS: CELLS.join(',') } : {}),
      ...(name === 'event-queue' ? { QUEUES_REDIS_URL: ['$', '{CELL_2_QUEUES_REDIS_URL:-}'].join('') } : {}),
      NATS_SUBJECT_PREFIX: subjectPrefixOf(SECOND),
      NATS_URL: `nats://${login}:${secret(passwordVariable('NATS', login))}@nats:4222`,
      DATABASE_URL: `postgres://${loginOf(name)}:${secret(`CELL_2_${passwordVariable('POSTGRES', name)}`)}@postgres-2:5432/parley`,
      REDIS_URL: `redis://:${secret('CELL_2_REDIS_PASSWORD')}@redis-2:6379`,
    });
    expect(Object.keys(dependsOn)).toEqual(['migrate-2', 'postgres-2', 'redis-2', 'nats']);
    expect(ofTwo('migrate-2').environment[passwordVariable('POSTGRES', name)]).toBe(secret(`CELL_2_${passwordVariable('POSTGRES', name)}`));
  });

  it('gives both databases their number, and the directory a database of its own', () => {
    expect([ofTwo('migrate').environment, ofTwo('migrate-2').environment]).toMatchObject([{ CELL_NUMBER: '1' }, { CELL_NUMBER: '2' }]);
    for (const name of ['gateway', 'admin', 'organization', DIRECTORY])
      expect([name, ofTwo(name).environment.CELLS]).toEqual([name, CELLS.join(',')]);
    const password = passwordVariable('POSTGRES', DIRECTORY);
    expect(ofTwo(DIRECTORY).environment.DATABASE_URL).toBe(
      `postgres://${loginOf(DIRECTORY)}:${secret(password)}@postgres:5432/parley_directory`,
    );
    expect(ofTwo('migrate-directory')).toMatchObject({
      command: [...z.array(z.string()).parse(ofOne('migrate').command), '--directory'],
      environment: { [password]: secret(password), DATABASE_URL: expect.stringMatching(/\/parley_directory$/) },
    });
  });

  it('gives the stores of both cells the same settings', () => {
    for (const store of ['postgres', 'redis']) {
      const inWords = (document: unknown) => JSON.stringify(document);
      const asFirst = inWords(ofTwo(`${store}-2`))
        .replaceAll(`${store}-2`, store)
        .replaceAll('CELL_2_', '');
      expect(asFirst).toBe(inWords(ofOne(store)));
    }
    expect(two.configs['redis-2']?.content.replaceAll('CELL_2_', '')).toBe(one.configs.redis?.content);
  });

  it('gives NATS the users of two cells, each with its password', () => {
    expect(ofTwo('nats')).toMatchObject({ volumes: ['./nats-cells.conf:/etc/nats/parley.conf:ro'] });
    const written = two.configs['nats-passwords']?.content.trim().split('\n');
    const expected = busLogins(CELLS).map(({ name }) => `${passwordVariable('NATS', name)}: "${secret(passwordVariable('NATS', name))}"`);
    expect(written?.sort()).toEqual(expected.sort());
  });
});
