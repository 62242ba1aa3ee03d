import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DATABASE_SERVICES } from '../../tools/src/migrate/set-logins.js';
import { BUS_USERS } from '../../tools/src/stores/bus-users.js';
import { serviceNames } from '../../tools/src/suite/services.js';
import { Suite } from '../../tools/src/suite/suite.js';
import { type DemoUser, organizationOf, personOf, readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { NotedActor, RequestLog } from '../client/request-log.js';
import { Visits } from '../upgrade/visits.js';
import { ClusterLoad } from './cluster-load.js';
import { StorePasswords } from './passwords/store-passwords.js';

const PAUSE_MS = 200;
/** Deadlines are only for a suite that hangs: this one runs beside others, and machines can be slow. */
const DRAIN_MS = 120_000;
const OWNER = 100;
const ALL = ['redis', ...BUS_USERS.map(({ name }) => `nats ${name}`), ...DATABASE_SERVICES.map((name) => `postgres ${name}`)].sort();

/** A suite of its own, because the passwords of the shared one are those of the other tests. */
let suite: Suite;
beforeAll(async () => {
  const directory = join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'passwords');
  suite = await Suite.start({ directory, reset: true, scalable: true, mailbox: true });
}, 900_000);
// `npm test` deletes it, and keeps its logs.
afterAll(() => suite?.stop(), 180_000);

/** Replaces each process by one with other variables, all at once. */
async function restartWith(environmentOf: (service: (typeof serviceNames)[number]) => Readonly<Record<string, string>>): Promise<void> {
  const running = serviceNames.flatMap((service) =>
    suite.instances.filter((each) => each.service === service).map(({ name }) => ({ service, name })),
  );
  await Promise.all(running.map(({ service, name }) => suite.replace(name, { environment: environmentOf(service) })));
}

/** What PostgreSQL, Redis and NATS answer to a login or a subject that they refuse, as the services log it. */
const REFUSALS =
  /password authentication failed|is not permitted to log in|"code":"28(P01|000)"|WRONGPASS|NOAUTH|authorization violation|authentication expired|permissions violation/i;

function refusedByStores(): string[] {
  const logs = join(suite.directory, 'logs');
  // Not the logs of the stores: `accepted` tries wrong passwords.
  const ofServices = readdirSync(logs).filter((name) => serviceNames.some((service) => name.startsWith(service)));
  expect(ofServices.length).toBeGreaterThanOrEqual(3 * serviceNames.length);
  const lines = ofServices.flatMap((name) => readFileSync(join(logs, name), 'utf8').split('\n'));
  return lines.filter((line) => REFUSALS.test(line));
}

it('the passwords of PostgreSQL, Redis and NATS are replaced in two rolling restarts, and no store refuses a process', async () => {
  // All processes of the suite start twice beside other tests, so a 503 does not tell overload from a refused password. The logs do.
  const requests = new RequestLog(0);
  const demo = readDemo(suite.demoFile);
  const actorOf = (user: DemoUser) => new NotedActor(requests, demo.base_url, user);
  const owner = actorOf(personOf(organizationOf(demo, 'demo'), OWNER));
  const visits = new Visits(owner);
  const load = new ClusterLoad({ ...demo, organizations: [organizationOf(demo, 'other')] }, PAUSE_MS, actorOf);
  const passwords = new StorePasswords(suite);
  await load.prepare();
  load.start();
  visits.start();

  expect(await passwords.accepted()).toEqual({ former: ALL, between: [], new: [] });
  const between = await passwords.addSecond();
  // A second password of Redis is the new one already.
  expect(await passwords.accepted()).toEqual({ former: ALL, between: ALL.filter((name) => name !== 'redis'), new: ['redis'] });
  await restartWith(between);
  const final = await passwords.replaceFirst();
  expect(await passwords.accepted()).toEqual({ former: ['redis'], between: ALL.filter((name) => name !== 'redis'), new: ALL });
  await restartWith(final);
  await passwords.removeSecond();
  expect(await passwords.accepted()).toEqual({ former: [], between: [], new: ALL });

  await visits.stop();
  await load.finish(DRAIN_MS);
  const { acked, lost, duplicated, reordered, leaked } = load.ledger.summary();
  process.stdout.write(
    `passwords replaced: ${requests.answered} requests answered, ${requests.failed.length} failed, ${requests.tooSlow.length} not now; ${acked} messages\n${requests.tooSlow.map((line) => `  ${line}\n`).join('')}`,
  );
  expect({ failed: requests.failed, visits: visits.failures, load: load.failures, details: load.ledger.details() }).toEqual({
    failed: [],
    visits: [],
    load: [],
    details: [],
  });
  expect(refusedByStores()).toEqual([]);
  expect(requests.tooSlow.length).toBeLessThan(requests.answered / 10);
  expect({ lost, duplicated, reordered, leaked }).toEqual({ lost: 0, duplicated: 0, reordered: 0, leaked: 0 });
  expect(Math.min(acked, requests.answered)).toBeGreaterThan(50);

  // What runs now logs in with the new passwords.
  await passwords.endConnections();
  const again = new Visits(owner);
  const works = await eventually(
    async () => await again.visit().then(() => 'works', String),
    (outcome) => outcome === 'works',
    { deadlineMs: 240_000 },
  );
  expect(works).toBe('works');
}, 1_200_000);
