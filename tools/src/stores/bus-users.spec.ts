import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { repositoryPath } from '../repository.js';
import { ScratchFolders } from '../scratch-folders.js';
import { freePort } from '../supervise/free-port.js';
import { SupervisedProcess } from '../supervise/supervised-process.js';
import { waitUntil } from '../supervise/wait-until.js';
import { busLogins, passwordVariable, secondUserOf, writtenAuthorization, writtenSecondUsers } from './bus-users.js';
import { ensurePrograms } from './install-programs.js';
import { busPassword, busUrlFor, natsConfig, natsConfigIn, planNats } from './nats.js';

// A server starts here, possibly on a busy machine.
jest.setTimeout(120_000);

const PASSWORD = 'the password of a data directory';
const folders = new ScratchFolders();
let directory: string;
let nats: SupervisedProcess;
let url: URL;

beforeAll(async () => {
  directory = folders.make('bus-users');
  const program = (await ensurePrograms(['nats'], () => undefined)).get('nats') ?? '';
  const options = { program, port: await freePort(), logFile: join(directory, 'log'), password: PASSWORD, durable: false };
  const plan = planNats({ ...options, dataDirectory: directory });
  url = new URL(plan.url);
  nats = new SupervisedProcess(plan);
  await nats.start();
});
afterAll(async () => {
  await nats.stop();
  folders.remove();
});

/** The server's replies to these lines of a user, after it has processed all of them. */
function converse(user: string, lines: readonly string[], password = busPassword(PASSWORD, user)): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ host: url.hostname, port: Number(url.port) });
    let heard = '';
    const about = JSON.stringify({ user, pass: password, verbose: false, headers: true, no_responders: true, protocol: 1 });
    socket.once('connect', () => socket.write(`CONNECT ${about}\r\n${lines.map((line) => `${line}\r\n`).join('')}PING\r\n`));
    socket.once('error', reject);
    socket.once('close', () => resolve(heard));
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      if (heard.includes('PONG')) socket.destroy();
    });
  });
}

/** A session of a user that stays open. */
async function open(user: string): Promise<{ say(line: string): void; hears(text: string): Promise<boolean>; close(): void }> {
  const socket = connect({ host: url.hostname, port: Number(url.port) });
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk.toString();
  });
  const session = {
    say: (line: string) => void socket.write(`${line}\r\n`),
    hears: (text: string) => waitUntil(() => heard.includes(text), 10_000),
    close: () => void socket.destroy(),
  };
  session.say(`CONNECT ${JSON.stringify({ user, pass: busPassword(PASSWORD, user), verbose: false, protocol: 1 })}`);
  session.say('PING');
  expect(await session.hears('PONG')).toBe(true);
  return session;
}

/** Lets NATS read a configuration with other users while it runs. */
async function reload(secondPassword: string | undefined): Promise<void> {
  const user = secondUserOf('gateway');
  writeFileSync(natsConfigIn(directory), natsConfig(Number(url.port), PASSWORD, secondPassword));
  process.kill(nats.pid ?? 0, 'SIGHUP');
  const isAccepted = async () => (await converse(user, [], busPassword(secondPassword ?? PASSWORD, user))).includes('PONG');
  expect(await waitUntil(async () => (await isAccepted()) === (secondPassword !== undefined), 10_000)).toBe(true);
}

const violations = (heard: string) =>
  [...heard.matchAll(/-ERR 'Permissions Violation for (\w+) to "([^"]+)"/g)].map(([, kind, to]) => `${kind} ${to}`);

describe('users of the bus', () => {
  it('are those of deploy/nats.conf', () => {
    const written = readFileSync(repositoryPath('deploy/nats.conf'), 'utf8');
    expect(written.slice(written.indexOf('authorization {'))).toBe(writtenAuthorization((name) => `$${passwordVariable('NATS', name)}`));
  });

  it('have second users in deploy/nats-second-users.conf, with the same permissions, and the same settings', () => {
    const [first, withSecond] = ['nats.conf', 'nats-second-users.conf'].map((name) =>
      readFileSync(repositoryPath(`deploy/${name}`), 'utf8'),
    );
    const passwordOf = (name: string) => `$${passwordVariable('NATS', name)}`;
    const written = writtenAuthorization(passwordOf, { more: writtenSecondUsers(passwordOf) });
    const settingsIn = (text = '') => text.slice(text.indexOf('include '), text.indexOf('authorization {'));
    expect(withSecond?.slice(withSecond.indexOf('include '))).toBe(`${settingsIn(first)}${written}`);
    // compose.yaml writes the variables of nats.conf only.
    expect(withSecond).toMatch(/^# nats.conf for the time in which passwords are replaced: docs\/operations.md/);
    expect(written).toContain('user: "event-queue-second", password: $NATS_EVENT_QUEUE_SECOND_PASSWORD');
  });

  it('of two cells are those of deploy/nats-cells.conf, with the same settings', () => {
    const [one, two] = ['nats.conf', 'nats-cells.conf'].map((name) => readFileSync(repositoryPath(`deploy/${name}`), 'utf8'));
    const written = writtenAuthorization((name) => `$${passwordVariable('NATS', name)}`, { logins: busLogins(['cell-1', 'cell-2']) });
    const settingsIn = (text = '') => text.slice(text.indexOf('include '), text.indexOf('authorization {'));
    expect(two?.slice(two.indexOf('include '))).toBe(`${settingsIn(one)}${written}`);
  });

  it('of two cells have second users in deploy/nats-cells-second-users.conf, with the same permissions', () => {
    const [one, two] = ['nats.conf', 'nats-cells-second-users.conf'].map((name) => readFileSync(repositoryPath(`deploy/${name}`), 'utf8'));
    const passwordOf = (name: string) => `$${passwordVariable('NATS', name)}`;
    const logins = busLogins(['cell-1', 'cell-2']);
    const written = writtenAuthorization(passwordOf, { logins, more: writtenSecondUsers(passwordOf, logins) });
    const settingsIn = (text = '') => text.slice(text.indexOf('include '), text.indexOf('authorization {'));
    expect(two?.slice(two.indexOf('include '))).toBe(`${settingsIn(one)}${written}`);
    expect(written).toContain('user: "cell-2-event-queue-second", password: $NATS_CELL_2_EVENT_QUEUE_SECOND_PASSWORD');
  });

  it('of a cell reach no other cell, and only the gateway and the command line reach all', () => {
    const logins = new Map(busLogins(['cell-1', 'cell-2']).map(({ name, rights }) => [name, [...rights.publish, ...rights.subscribe]]));
    const besidesReplies = (name: string) => (logins.get(name) ?? []).filter((subject) => !subject.startsWith('_INBOX.'));
    for (const { name } of busLogins()) {
      const isService = name !== 'gateway' && name !== 'admin';
      expect([name, besidesReplies(name).some((subject) => subject.startsWith('cell-2.'))]).toEqual([name, !isService]);
      if (!isService) continue;
      expect(besidesReplies(`cell-2-${name}`)).toEqual(besidesReplies(name).map((subject) => `cell-2.${subject}`));
    }
    expect(besidesReplies('gateway')).toEqual(expect.arrayContaining(['rpc.*.*', 'cell-2.rpc.*.*', 'broadcast.place-changed']));
    expect(besidesReplies('directory')).toEqual(['broadcast.place-changed', 'broadcast.directory-alive', 'rpc.directory.* directory']);
    expect(busLogins(['cell-1'])).toEqual(busLogins());
  });

  it('have different passwords, and none of them is that of the data directory', async () => {
    expect(await converse('gateway', [])).toContain('PONG');
    expect(await converse('gateway', [], PASSWORD)).toContain('Authorization Violation');
    expect(await converse('gateway', [], busPassword(PASSWORD, 'admin'))).toContain('Authorization Violation');
    expect(new URL(busUrlFor(url.href, PASSWORD, 'gateway')).username).toBe('gateway');
  });

  it('may do what they need', async () => {
    const heard = await converse('organization', [
      'SUB rpc.organization.verifyCredentials organization 1',
      'SUB _INBOX.organization.abc.* 2',
      'PUB rpc.channels.getChannelId 0\r\n',
      'PUB broadcast.callers-changed 0\r\n',
      'PUB broadcast.events-logged.1.1 0\r\n',
    ]);
    expect(violations(heard)).toEqual([]);
    expect(violations(await converse('gateway', ['SUB broadcast.callers-changed 1', 'PUB rpc.messaging.sendMessage 0\r\n']))).toEqual([]);
  });

  it.each([
    ['gateway', 'SUB rpc.organization.verifyCredentials 1', 'Subscription rpc.organization.verifyCredentials'],
    ['gateway', 'SUB rpc.organization.verifyCredentials organization 1', 'Subscription rpc.organization.verifyCredentials'],
    ['gateway', 'SUB > 1', 'Subscription >'],
    ['gateway', 'SUB _INBOX.admin.> 1', 'Subscription _INBOX.admin.>'],
    ['gateway', 'SUB broadcast.events-logged.> 1', 'Subscription broadcast.events-logged.>'],
    ['gateway', 'PUB broadcast.callers-changed 0\r\n', 'Publish broadcast.callers-changed'],
    ['gateway', 'PUB _INBOX.admin.a.1 0\r\n', 'Publish _INBOX.admin.a.1'],
    // Replies are for those who may call it.
    ['notifications', 'PUB _INBOX.messaging.a.1 0\r\n', 'Publish _INBOX.messaging.a.1'],
    // Outside of the queue group it would receive every call.
    ['organization', 'SUB rpc.organization.verifyCredentials 1', 'Subscription rpc.organization.verifyCredentials'],
    ['organization', 'PUB rpc.organization.setRole 0\r\n', 'Publish rpc.organization.setRole'],
    ['settings', 'PUB rpc.organization.setPassword 0\r\n', 'Publish rpc.organization.setPassword'],
    ['settings', 'SUB rpc.organization.verifyCredentials organization 1', 'Subscription rpc.organization.verifyCredentials'],
    ['channels', 'PUB broadcast.callers-changed 0\r\n', 'Publish broadcast.callers-changed'],
  ])('%s may not %j', async (user, line, refused) => {
    expect(violations(await converse(user, [line]))).toEqual([refused]);
  });

  it('get the replies to calls that were under way when the users changed', async () => {
    const [gateway, organization] = [await open('gateway'), await open('organization')];
    try {
      organization.say('SUB rpc.organization.* organization 1');
      gateway.say('SUB _INBOX.gateway.abc.* 1');
      await reload('another password');
      gateway.say('PUB rpc.organization.verifyCredentials _INBOX.gateway.abc.7 0\r\n');
      expect(await organization.hears('MSG rpc.organization.verifyCredentials')).toBe(true);
      await reload(undefined);
      organization.say('PUB _INBOX.gateway.abc.7 0\r\n');
      expect(await gateway.hears('MSG _INBOX.gateway.abc.7')).toBe(true);
    } finally {
      gateway.close();
      organization.close();
    }
  });
});
