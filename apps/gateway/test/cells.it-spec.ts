import { EventEmitter, once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { directoryAlive, type Place } from '@parley/contracts/directory';
import { getEvents } from '@parley/contracts/event-queue';
import { findOrganizations, requestPasswordReset } from '@parley/contracts/organization';
import type { RunningService } from '@parley/rpc';
import { expectSoon } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { askTextOf } from './ask.js';
import {
  authorizationOf,
  CellMessagingModule,
  CellOrganizationModule,
  changeSomething,
  EXTERNAL_HOST,
  greet,
  readSomething,
  readSoon,
  TestDirectory,
  TestDirectoryModule,
  world,
} from './cell-services.js';
import { TestInstallation } from './test-installation.js';
import { MemoryQueues, QueuesModule } from './test-services.js';

const ENDPOINTS = [readSomething, readSoon, changeSomething, greet, getEvents, findOrganizations, requestPasswordReset];
const ENVIRONMENT = { EXTERNAL_HOST, CELLS: 'cell-1,cell-2' };

let installation: TestInstallation;
let gateway: RunningGateway;
let directory: TestDirectory;
let directoryService: RunningService;
let messagingOf: Record<string, RunningService>;
let queuesOf: Record<string, MemoryQueues>;
/** Each test has organizations that the gateway does not know yet. */
let [first, second]: [Organization, Organization] = [
  { id: 0, stringId: '' },
  { id: 0, stringId: '' },
];
let count = 0;

interface Organization {
  readonly id: number;
  readonly stringId: string;
}

const inCell = (cell: string) => ({
  NATS_SUBJECT_PREFIX: `${installation.nats.env.NATS_SUBJECT_PREFIX}${cell === 'cell-1' ? '' : `${cell}.`}`,
});
const placeOf = ({ id, stringId }: Organization, cell: string, given: Partial<Place> = {}): Place => ({
  stringId,
  organizationId: id,
  cell,
  state: 'active',
  target: null,
  ...given,
});

async function startDirectory(): Promise<void> {
  const before = directory;
  directoryService = await installation.serve('directory', TestDirectoryModule);
  directory = directoryService.app.get(TestDirectory);
  for (const [name, place] of before?.places ?? []) directory.places.set(name, place);
  directory.version = before?.version ?? 0;
}

beforeAll(async () => {
  installation = await TestInstallation.open();
  messagingOf = {};
  queuesOf = {};
  for (const cell of ['cell-1', 'cell-2']) {
    await installation.serve('organization', CellOrganizationModule, inCell(cell));
    messagingOf[cell] = await installation.serve('messaging', CellMessagingModule, inCell(cell));
    queuesOf[cell] = (await installation.serve('event-queue', QueuesModule, inCell(cell))).app.get(MemoryQueues);
  }
  await startDirectory();
  gateway = await installation.gateway(ENDPOINTS, ENVIRONMENT);
});
afterAll(() => installation.close());
beforeEach(() => {
  [first, second] = [organization('cell-1'), organization('cell-2')];
  world.mails.length = 0;
  directory.asked.length = 0;
});

function organization(cell: string): Organization {
  count += 1;
  const made = { id: count, stringId: `org-${count}` };
  world.homes.set(made.stringId, { id: made.id, cell });
  directory.put(placeOf(made, cell));
  return made;
}

/** Moves the rows, and then the place. */
function move(moved: Organization, cell: string, isLost = false): void {
  world.homes.set(moved.stringId, { id: moved.id, cell });
  directory.put(placeOf(moved, cell), isLost);
}

const hostOf = ({ stringId }: Organization) => `${stringId}.${EXTERNAL_HOST}`;
async function ask(of: Organization, { method = 'GET', path = '/something', host = hostOf(of), through = gateway } = {}) {
  const answer = await askTextOf(through, `/api/v1${path}`, { host, authorization: authorizationOf(of.id) }, method);
  return { status: answer.status, retryAfter: answer.headers['retry-after'], ...JSON.parse(answer.text) };
}
const cellThatAnswers = async (...given: Parameters<typeof ask>) => {
  const { cell, msg } = await ask(...given);
  return cell ?? msg;
};

describe('a request', () => {
  it('is answered by the cell of its organization, which the directory is asked once', async () => {
    expect(await ask(first)).toMatchObject({ status: 200, cell: 'cell-1', organization: first.id });
    expect(await ask(second)).toMatchObject({ status: 200, cell: 'cell-2', organization: second.id });
    expect([...new Set(directory.asked.splice(0))]).toEqual([first.stringId, second.stringId]);
    expect([await cellThatAnswers(first, { method: 'POST' }), await cellThatAnswers(second, { method: 'POST' })]).toEqual([
      'cell-1',
      'cell-2',
    ]);
    expect(directory.asked).toEqual([]);
  });

  it('without credentials is answered by the cell of its host', async () => {
    const greeting = async (host: string) => JSON.parse((await askTextOf(gateway, '/api/v1/greeting', { host })).text);
    expect([await greeting(hostOf(first)), await greeting(hostOf(second))]).toMatchObject([{ cell: 'cell-1' }, { cell: 'cell-2' }]);
  });

  it('at a host of no organization is refused like in an installation without cells, and asks the directory once', async () => {
    const nowhere = { id: 9_999, stringId: 'nowhere' };
    expect(await ask(nowhere)).toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
    expect(new Set(directory.asked.splice(0))).toEqual(new Set(['nowhere']));
    expect(await ask(nowhere)).toMatchObject({ status: 404 });
    expect(await ask(first, { host: 'elsewhere.example' })).toMatchObject({ status: 404 });
    expect(directory.asked).toEqual([]);
  });

  it('with a key of an organization in another cell is refused', async () => {
    expect(await ask(second, { host: hostOf(first) })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
    expect(await ask(first, { host: hostOf(second) })).toMatchObject({ status: 401 });
  });

  it('at a bare host is answered by the cell that knows the key', async () => {
    const host = '127.0.0.1';
    expect([await cellThatAnswers(first, { host }), await cellThatAnswers(second, { host })]).toEqual(['cell-1', 'cell-2']);
    expect(await ask({ id: 9_999, stringId: 'nowhere' }, { host })).toMatchObject({ status: 401, code: 'INVALID_API_KEY' });
  });

  it('to an organization that is being created is refused until it is there', async () => {
    directory.put(placeOf(second, 'cell-2', { state: 'creating', organizationId: null }));
    expect(await ask(second)).toMatchObject({ status: 404 });
    directory.put(placeOf(second, 'cell-2'));
    await expectSoon(() => cellThatAnswers(second), 'cell-2');
  });
});

describe('a list of organizations by mail', () => {
  it('is one mail with those of all cells', async () => {
    const answer = await askTextOf(
      gateway,
      '/api/v1/accounts/find',
      { 'content-type': 'application/x-www-form-urlencoded' },
      'POST',
      'email=a@b.example',
    );
    expect(answer.status).toBe(200);
    const [mail, ...more] = world.mails;
    expect([mail?.cell, mail?.organizations, more]).toEqual(['cell-1', expect.arrayContaining([second.stringId]), []]);
    expect(mail?.organizations).not.toContain(first.stringId);
  });

  it('and a new password for an address are requested in all cells, at a bare host', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', host: '127.0.0.1' };
    expect(await askTextOf(gateway, '/api/v1/accounts/password/reset', form, 'POST', 'email=a@b.example')).toMatchObject({ status: 200 });
    expect(world.mails.map(({ cell }) => cell).sort()).toEqual(['cell-1', 'cell-2']);
  });
});

describe('while an organization is being moved', () => {
  it('it is read in its cell, and what would change it gets 503 with Retry-After', async () => {
    expect(await cellThatAnswers(first)).toBe('cell-1');
    directory.put(placeOf(first, 'cell-1', { state: 'moving', target: 'cell-2' }));
    await expectSoon(async () => (await ask(first, { method: 'POST' })).status, 503);
    expect(await ask(first, { method: 'POST' })).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: '5' });
    expect(await cellThatAnswers(first)).toBe('cell-1');
    expect(await cellThatAnswers(second, { method: 'POST' })).toBe('cell-2');
    move(first, 'cell-2');
    await expectSoon(() => cellThatAnswers(first, { method: 'POST' }), 'cell-2');
  });

  it('a gateway that lost the announcement asks again when the old cell does not have the organization', async () => {
    expect(await cellThatAnswers(first)).toBe('cell-1');
    move(first, 'cell-2', true);
    const greeting = await askTextOf(gateway, '/api/v1/greeting', { host: hostOf(first) });
    expect(JSON.parse(greeting.text)).toMatchObject({ cell: 'cell-2' });
    expect(await cellThatAnswers(first)).toBe('cell-2');
  });

  it('a gateway that lost the first announcement since its start learns of it', async () => {
    const through = { through: await installation.gateway(ENDPOINTS, ENVIRONMENT) };
    expect(await cellThatAnswers(first, through)).toBe('cell-1');
    // The rows stay, so no refusal of the old cell makes the gateway ask again.
    directory.put(placeOf(first, 'cell-2'), true);
    expect(await cellThatAnswers(first, through)).toBe('cell-1');
    directory.sayAlive();
    await expectSoon(() => cellThatAnswers(first, through), 'cell-2');
  });

  it('a gateway that lost the announcement learns of it from the next number', async () => {
    expect([await cellThatAnswers(first), await cellThatAnswers(second)]).toEqual(['cell-1', 'cell-2']);
    directory.sayAlive();
    move(first, 'cell-2', true);
    expect(await cellThatAnswers(first)).toBe('cell-1');
    directory.sayAlive();
    await expectSoon(() => cellThatAnswers(first), 'cell-2');
    expect(await cellThatAnswers(second)).toBe('cell-2');
  });
});

it('an organization in a cell that this gateway does not know gets 503 with Retry-After', async () => {
  move(second, 'cell-3');
  const { status, headers } = await askTextOf(gateway, '/api/v1/greeting', { host: hostOf(second) });
  expect([status, headers['retry-after']]).toEqual([503, expect.any(String)]);
});

it('a directory that was restored to an earlier time is asked again', async () => {
  expect(await cellThatAnswers(first)).toBe('cell-1');
  directory.sayAlive();
  move(first, 'cell-2', true);
  directory.version -= 5;
  for (let n = 0; n < 10; n += 1) directory.sayAlive();
  await expectSoon(() => cellThatAnswers(first), 'cell-2');
});

describe('without the directory', () => {
  it('known organizations go on, others get 503 with Retry-After, and it heals', async () => {
    expect(await cellThatAnswers(first)).toBe('cell-1');
    await directoryService.stop();
    expect([await cellThatAnswers(first), await cellThatAnswers(first, { method: 'POST' })]).toEqual(['cell-1', 'cell-1']);
    expect(await ask(second)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE', retryAfter: expect.any(String) });
    // A number that it missed makes it doubt what it knows, and it goes on with it.
    installation.nats.bus.publish(directoryAlive, { version: directory.version + 5 });
    for (let n = 0; n < 3; n += 1) expect(await cellThatAnswers(first)).toBe('cell-1');
    await startDirectory();
    await expectSoon(() => cellThatAnswers(second), 'cell-2');
    expect(await cellThatAnswers(first)).toBe('cell-1');
  });
});

describe('a held poll', () => {
  it('is woken by its own cell', async () => {
    const queueOf = (cell: string) => queuesOf[cell] as MemoryQueues;
    // The same name in both cells.
    for (const cell of ['cell-1', 'cell-2']) queueOf(cell).create('queue', 7);
    const poll = (of: Organization) => ask(of, { path: '/events?queue_id=queue&last_event_id=-1' });
    const answers = [poll(first), poll(second)];
    for (const cell of ['cell-1', 'cell-2']) await expectSoon(async () => typeof queueOf(cell).queues.get('queue')?.waiter, 'string');
    queueOf('cell-2').append('queue', { id: 65_536, type: 'message' });
    expect(await answers[1]).toMatchObject({ status: 200, events: [{ id: 65_536 }] });
    queueOf('cell-1').append('queue', { id: 131_072, type: 'message' });
    expect(await answers[0]).toMatchObject({ status: 200, events: [{ id: 131_072 }] });
  });
});

describe('a cell whose services are down', () => {
  it('does not delay keys of other cells at a bare host', async () => {
    const voice = new EventEmitter();
    world.silence = { cell: 'cell-1', end: once(voice, 'speaks') };
    // Each key is new, so each is checked in both cells. If one waited for the silent cell, all together would exceed the time of this test.
    const others = Array.from({ length: 20 }, () => organization('cell-2'));
    for (const other of others) expect(await cellThatAnswers(other, { host: '127.0.0.1' })).toBe('cell-2');
    const refused = ask(organization('cell-1'), { host: '127.0.0.1' });
    expect(await refused).toMatchObject({ status: 503, retryAfter: expect.any(String) });
    voice.emit('speaks');
    world.silence = undefined;
  });

  it('gets 503, and the other cell does not notice', async () => {
    const few = await installation.gateway(ENDPOINTS, { ...ENVIRONMENT, MAX_CALLS: '3' });
    const through = { through: few };
    expect([await cellThatAnswers(first, through), await cellThatAnswers(second, through)]).toEqual(['cell-1', 'cell-2']);
    await messagingOf['cell-2']?.stop();
    const refused = Array.from({ length: 8 }, () => ask(second, { ...through, path: '/soon' }));
    for (let n = 0; n < 10; n += 1) expect(await cellThatAnswers(first, through)).toBe('cell-1');
    for (const answer of await Promise.all(refused)) expect(answer).toMatchObject({ status: 503, retryAfter: expect.any(String) });
    await installation.serve('messaging', CellMessagingModule, inCell('cell-2'));
    await expectSoon(() => cellThatAnswers(second, through), 'cell-2');
  });
});
