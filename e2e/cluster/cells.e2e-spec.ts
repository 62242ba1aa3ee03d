import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { getMessages, localPartOf, sendMessage, uploadFile } from '@parley/contracts/messaging';
import { getMe, getServerSettings, getUsers } from '@parley/contracts/organization';
import { connectToDatabase, freePort } from '@parley/testing';
import { repositoryPath } from '../../tools/src/repository.js';
import { Suite } from '../../tools/src/suite/suite.js';
import { runProgram } from '../../tools/src/supervise/run-program.js';
import { Actor } from '../client/actor.js';
import { type DemoOrganization, organizationOf, personOf, readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { deliverTo, MailboxOfChannel } from './mailbox-of-channel.js';
import { killCommandAt } from './moving/kill-command.js';
import { MovingLoad } from './moving/moving-load.js';
import { SuitePostgres } from './time-travel/suite-postgres.js';

const OWNER = 100;
const MAIL_DOMAIN = 'mail.test';
const UNAVAILABLE = { status: 503, body: { code: 'SERVICE_UNAVAILABLE' }, headers: { 'retry-after': expect.any(String) } };
/** 64-bit ids of a cell have its number as remainder: docs/adr/0045-cells.md. */
const CELLS = 64;

/** A suite of its own: the others have one cell. */
let suite: Suite;
/** Where the gateway takes mail for MAIL_DOMAIN. */
let mailPort: number;
/** One organization in each cell. */
let homes: readonly [Home, Home];

interface Home {
  readonly organization: DemoOrganization;
  readonly owner: Actor;
  readonly ownerId: number;
}

beforeAll(async () => {
  const directory = join(dirname(dirname(process.env.PARLEY_DEMO_JSON ?? '')), 'cells');
  mailPort = await freePort();
  const environment = { MAIL_IN_DOMAIN: MAIL_DOMAIN, MAIL_IN_PORT: String(mailPort) };
  suite = await Suite.start({ directory, reset: true, durable: false, cells: 2, environment });
  homes = [homeOf('demo'), homeOf('other')];
}, 900_000);
// `npm test` deletes it, and keeps its logs.
afterAll(() => suite?.stop(), 180_000);

function homeOf(stringId: string): Home {
  const demo = readDemo(suite.demoFile);
  const organization = organizationOf(demo, stringId);
  const person = personOf(organization, OWNER);
  return { organization, owner: new Actor(demo.base_url, person, organization.host), ownerId: person.user_id };
}

const UNLOCKED_WITHIN_MS = 120_000;
const UNLOCKED_LOOK_MS = 500;

async function admin(...argv: string[]) {
  const env = { ...suite.environment, INSTANCE: 'admin', LOG_LEVEL: 'warn' };
  const main = repositoryPath('apps/admin/dist/main.js');
  // PostgreSQL keeps the lock of a command that was killed until it notices.
  const { exitCode, output, stdout } = await eventually(
    () => runProgram(process.execPath, [main, ...argv, '--json'], { env }),
    (run) => !run.output.includes('Another command is moving the organization now'),
    { deadlineMs: UNLOCKED_WITHIN_MS, pauseMs: UNLOCKED_LOOK_MS },
  );
  expect([argv[0], exitCode, exitCode === 0 ? '' : output]).toEqual([argv[0], 0, '']);
  return JSON.parse(stdout);
}

/** Sends a message to oneself, and returns its id and what a poll that was held meanwhile received. */
async function converse({ owner, ownerId }: Home) {
  const { queue_id, last_event_id } = await owner.ok(registerQueue, { event_types: ['message'] });
  if (queue_id === null) throw new Error('there is no queue');
  const polled = owner.ok(getEvents, { queue_id, last_event_id });
  const { id } = await owner.ok(sendMessage, { type: 'direct', to: [ownerId], content: 'where am I?' });
  const { events } = await polled;
  return { id, received: events.map((event) => Object(event.message).id) };
}

/** While `work` runs, these processes do nothing: calls to them wait. */
async function whilePaused(isPaused: (instance: Suite['instances'][number]) => boolean, work: () => Promise<void>): Promise<void> {
  const pids = suite.instances.filter(isPaused).flatMap(({ pid }) => pid ?? []);
  expect(pids.length).toBeGreaterThan(0);
  for (const pid of pids) process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT');
  }
}

describe('two cells behind one gateway', () => {
  it('each serve their organization: registration, a message, and the poll that delivers it', async () => {
    expect(await admin('list-organizations')).toMatchObject([
      { string_id: 'demo', cell: 'cell-1' },
      { string_id: 'other', cell: 'cell-2' },
    ]);
    for (const [index, home] of homes.entries()) {
      const { id, received } = await converse(home);
      expect([received, id % CELLS]).toEqual([[id], index + 1]);
    }
  });

  it('never assign the same id', async () => {
    const idsOf = async ({ owner }: Home) => (await owner.ok(getUsers, {})).members.map(({ user_id }) => user_id);
    const [first, second] = [await idsOf(homes[0]), await idsOf(homes[1])];
    expect(first.filter((id) => second.includes(id))).toEqual([]);
    expect([Math.max(...first) <= 2 ** 25, Math.min(...second) > 2 ** 25]).toEqual([true, true]);
    expect(await admin('list-cells')).toMatchObject({ cells: [{ number: 1 }, { number: 2 }], faults: [] });
  });

  it('keep their organizations apart, and know no others', async () => {
    const [{ owner, organization }, other] = homes;
    const { baseUrl, credentials } = owner;
    const stranger = new Actor(baseUrl, credentials, other.organization.host);
    expect(await stranger.call(getMe, {})).toMatchObject({ status: 401, body: { code: 'INVALID_API_KEY' } });
    expect(
      await owner.call(getMessages, {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [{ operator: 'dm', operand: [other.ownerId] }],
      }),
    ).toMatchObject({ status: 400 });
    const nowhere = organization.host.replace('demo.', 'nowhere.');
    expect(await new Actor(baseUrl, undefined, nowhere).call(getServerSettings, {})).toMatchObject({ status: 404 });
    // At a host of no organization, no cell speaks for the installation, and the key decides.
    expect(await new Actor(baseUrl).ok(getServerSettings, {})).toMatchObject({ realm_name: 'Parley' });
    for (const home of homes) {
      const { user_id } = await new Actor(baseUrl, home.owner.credentials).ok(getMe, {});
      expect(user_id).toBe(home.ownerId);
    }
  });
});

describe('mail that arrives at the gateway of two cells', () => {
  it('becomes a message in the organization whose address it has', async () => {
    for (const [index, { owner }] of homes.entries()) {
      const mailbox = await MailboxOfChannel.of(owner);
      expect(await deliverTo(mailPort, mailbox.address, `for cell ${index + 1}`)).toMatchObject({ code: 250 });
      const arrived = await mailbox.arrived();
      expect(arrived).toMatchObject([{ content: expect.stringContaining(`for cell ${index + 1}`) }]);
      expect(arrived.map(({ id }) => id % CELLS)).toEqual([index + 1]);
    }
  });

  it('is refused for good if no organization has the address', async () => {
    const { address } = await MailboxOfChannel.of(homes[1].owner);
    const unknown = { kind: 'channel', organizationId: 1_999_999_999, channelId: 1, creatorId: 1, senderId: 0 } as const;
    const signature = '00112233445566778899';
    const wrong = [
      `info@${MAIL_DOMAIN}`,
      `${localPartOf(unknown, signature)}@${MAIL_DOMAIN}`,
      // The signature is at the end of the token.
      address.replace(/(c[a-z2-7]{22,})/, (token) => `${token.slice(0, -8)}${token.at(-8) === 'a' ? 'b' : 'a'}${token.slice(-7)}`),
    ];
    for (const to of wrong) {
      expect([to, await deliverTo(mailPort, to, 'hello')]).toEqual([
        to,
        { code: 550, text: expect.stringMatching(/^5\.1\.1 This address does not exist/) },
      ]);
    }
  });
});

describe('without the directory', () => {
  it('known organizations go on, others get 503 with Retry-After, and it heals', async () => {
    await admin('create-organization', 'third', 'Third', '--cell', 'cell-2');
    const third = new Actor(homes[0].owner.baseUrl, undefined, homes[0].organization.host.replace('demo.', 'third.'));
    await whilePaused(
      ({ name }) => name === 'directory-1',
      async () => {
        for (const home of homes) {
          const { id, received } = await converse(home);
          expect(received).toEqual([id]);
        }
        expect(await third.call(getServerSettings, {})).toMatchObject(UNAVAILABLE);
      },
    );
    const healed = await eventually(
      () => third.call(getServerSettings, {}),
      ({ status }) => status === 200,
    );
    expect(healed.body).toMatchObject({ realm_name: 'Third' });
  });
});

describe('a cell whose services do not answer', () => {
  it('gets 503, and the other cell does not notice', async () => {
    const [first, second] = homes;
    await whilePaused(
      ({ cell }) => cell === 'cell-2',
      async () => {
        const refused = second.owner.call(getUsers, {});
        for (let n = 0; n < 5; n += 1) {
          const { id, received } = await converse(first);
          expect(received).toEqual([id]);
        }
        expect(await refused).toMatchObject(UNAVAILABLE);
      },
    );
    const healed = await eventually(
      () => second.owner.call(getUsers, {}),
      ({ status }) => status === 200,
    );
    expect(healed.status).toBe(200);
    const { id, received } = await converse(second);
    expect(received).toEqual([id]);
  });
});

it('a cell that lost its database is restored from its dump, while the other cell serves (docs/restore.md)', async () => {
  const [first, second] = homes;
  const postgres = await SuitePostgres.open(suite.databaseUrlOf('cell-2'));
  const folder = await mkdtemp(join(tmpdir(), 'parley-cell-'));
  // The account of PostgreSQL writes the dump.
  await chmod(folder, 0o777);
  try {
    const kept = await converse(second);
    await postgres.dump(join(folder, 'cell-2.sql'));
    await admin('create-organization', 'late', 'Late', '--cell', 'cell-2');
    const lost = await converse(second);

    await postgres.dropEverything();
    for (let n = 0; n < 3; n += 1) {
      const { id, received } = await converse(first);
      expect(received).toEqual([id]);
      expect(await second.owner.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 })).toMatchObject(UNAVAILABLE);
    }
    await postgres.restore(join(folder, 'cell-2.sql'));
    const found = await eventually(
      () => second.owner.call(getMessages, { anchor: 'newest', num_before: 1, num_after: 0 }),
      ({ status }) => status === 200,
    );
    expect(found.body.messages).toMatchObject([{ id: kept.id }]);

    // The directory knows an organization that the dump does not have.
    expect(await admin('repair-directory')).toEqual({ recorded: [], forgotten: ['late'], faults: [] });
    const registered = await eventually(
      () => second.owner.call(registerQueue, { event_types: ['message'] }),
      ({ status }) => status === 200,
    );
    expect(registered.status).toBe(200);
    const { id, received } = await converse(second);
    expect([received, id > lost.id]).toEqual([[id], true]);
    await admin('create-organization', 'late', 'Late', '--cell', 'cell-2');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);

describe('an organization that moves to another cell under load', () => {
  /** Enough that the load meets each step. */
  const SOME = 20;
  const EXACT = { lost: 0, duplicated: 0, reordered: 0, undelivered: 0, failures: [] };
  const cellOf = async (stringId: string) =>
    (await admin('list-organizations')).find((each: { string_id: string }) => each.string_id === stringId)?.cell;
  /** Each run is killed there, or a moment later. */
  const STEPS = ['waiting for the transactions', 'copying from', 'copied in', 'switching', 'the copy is complete'];
  const killAt = (text: string) => killCommandAt(suite.environment, ['move-organization', 'demo', '--to', 'cell-2'], text);

  /**
   * A transaction in the first cell that has changed the organization, and does not end before `work`. Returns false, without `work`, if the
   * organization is closed: on a fast machine the command that was killed before has already begun the switch.
   */
  async function whileChanging(userId: number, work: () => Promise<void>): Promise<boolean> {
    const connection = await connectToDatabase(suite.databaseUrlOf(undefined));
    try {
      await connection.query('BEGIN');
      const isOpen = await connection.query('UPDATE user_account SET full_name = full_name WHERE id = $1', [userId]).then(
        () => true,
        (error: unknown) => {
          if (String(error).includes('is moving to another cell')) return false;
          throw error;
        },
      );
      if (isOpen) await work();
      await connection.query('ROLLBACK');
      return isOpen;
    } finally {
      await connection.end();
    }
  }

  it('loses nothing, wherever the command is killed, keeps its keys and files, and does not disturb another one; it moves back, too', async () => {
    const [{ owner, organization, ownerId }, other] = homes;
    const demo = readDemo(suite.demoFile);
    const [load, others] = [new MovingLoad(demo, organization), new MovingLoad(demo, other.organization)];
    const { body: upload } = await owner.upload(uploadFile, [{ name: 'plan.txt', content: 'to the other cell' }]);
    const { id } = await owner.ok(sendMessage, { type: 'direct', to: [ownerId], content: `[plan](${upload.url})` });
    const mailbox = await MailboxOfChannel.of(owner);
    try {
      await Promise.all([load.start(), others.start()]);
      await load.untilMoreAcknowledged(SOME);
      // A move that is cancelled in the switch, which waits for a transaction that changes the organization.
      expect(await killAt('copied in')).toContain('copied in');
      const wasOpen = await whileChanging(ownerId, async () => {
        expect(await killAt('switching')).toContain('switching');
      });
      const [{ lives_in: home }] = await admin('move-status', 'demo');
      if (wasOpen) expect(home).toBe('cell-1');
      // A command that was faster than its kill may have moved the organization. The next steps expect that, too.
      if (home === 'cell-1') {
        await admin('move-organization', 'demo', '--cancel');
        await load.untilMoreAcknowledged(SOME);
      }

      for (const step of STEPS) await killAt(step);
      const [{ step }] = await admin('move-status', 'demo');
      if (step !== 'left') await admin('move-organization', 'demo', '--to', 'cell-2');
      await load.untilMoreAcknowledged(SOME);
      expect(await cellOf('demo')).toBe('cell-2');
      expect((await owner.ok(getMessages, { anchor: String(id), num_before: 0, num_after: 0 })).messages).toMatchObject([{ id }]);
      expect(await owner.fetch(upload.url)).toMatchObject({ status: 200, text: 'to the other cell' });
      const sent = await owner.ok(sendMessage, { type: 'direct', to: [ownerId], content: 'here' });
      expect([sent.id > id, sent.id % CELLS]).toEqual([true, 2]);
      // An address that was made in the other cell.
      expect(await deliverTo(mailPort, mailbox.address, 'after the move')).toMatchObject({ code: 250 });

      await admin('purge-moved', 'demo');
      await admin('move-organization', 'demo', '--to', 'cell-1');
      await load.untilMoreAcknowledged(SOME);
      expect(await cellOf('demo')).toBe('cell-1');
      await admin('purge-moved', 'demo');
      expect(await admin('move-status')).toEqual([]);
      expect(await deliverTo(mailPort, mailbox.address, 'back again')).toMatchObject({ code: 250 });
      const texts = ['after the move', 'back again'];
      expect(await mailbox.arrived()).toMatchObject(texts.map((text) => ({ content: expect.stringContaining(text) })));
      expect((await mailbox.arrived()).map((mail) => mail.id % CELLS)).toEqual([2, 1]);
      const [report, undisturbed] = [await load.finish(), await others.finish()];
      process.stdout.write(`moved under load: ${JSON.stringify(report)}; beside it: ${JSON.stringify(undisturbed)}\n`);
      expect(report).toMatchObject(EXACT);
      expect(report.refused).toBeGreaterThan(0);
      expect(undisturbed).toMatchObject({ ...EXACT, refused: 0 });
      for (const home of homes) {
        const { id: newest, received } = await converse(home);
        expect(received).toEqual([newest]);
      }
    } finally {
      await Promise.all([load.stop(), others.stop()]);
    }
  }, 600_000);
});
