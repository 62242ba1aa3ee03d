import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { uploadFile } from '@parley/contracts/messaging';
import { filesOf } from '../../tools/src/suite/suite-directory.js';
import { organizationOf, personOf, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { operate } from '../clients/operate.js';
import { fileAt, runScript } from '../clients/run-script.js';
import { ArchivedPostgres } from './restore/archived-postgres.js';
import { Conversation } from './restore/conversation.js';
import { DumpBackup } from './restore/dump-backup.js';
import { fillHistory } from './restore/fill-history.js';
import { SuitePostgres } from './time-travel/suite-postgres.js';

/** Messages in the history, for `npm run drill:restore`. */
const MESSAGES = Number(process.env.PARLEY_RESTORE_MESSAGES ?? 0);
const TIMEOUT_MS = 600_000 + MESSAGES;
const SERVICES = [
  'organization-1',
  'channels-1',
  'messaging-1',
  'settings-1',
  'invitations-1',
  'notifications-1',
  'event-queue-1',
  'gateway-1',
];
const MEMBER = 400;

const killTargets = new KillTargets();
afterAll(closeConnections);

/** Runs `work` with a conversation and a folder for the backup, on the store of the running suite. */
async function converse(work: (conversation: Conversation, postgres: SuitePostgres, folder: string) => Promise<void>): Promise<void> {
  await killTargets.untilAllReady();
  const demo = readDemo(process.env.PARLEY_DEMO_JSON);
  const organization = organizationOf(demo, 'demo');
  const conversation = new Conversation(demo.base_url, personOf(organization, MEMBER), personOf(organization, MEMBER, 1));
  const folder = await mkdtemp(join(tmpdir(), 'parley-restore-'));
  try {
    await conversation.start();
    await work(conversation, await SuitePostgres.open(), folder);
  } finally {
    await conversation.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function countMessages(postgres: SuitePostgres): Promise<number> {
  const [row] = await postgres.query<{ count: number }>('SELECT count(*)::int AS count FROM message');
  return row?.count ?? 0;
}

const secondsSince = (began: number) => Math.round((Date.now() - began) / 100) / 10;

describe('clients go on with their API keys (docs/restore.md)', () => {
  it(
    'after a dump, its roles and the files were restored into an empty server',
    () =>
      converse(async (conversation, postgres, folder) => {
        const kept = await conversation.say('kept');
        if (MESSAGES > 0) await fillHistory(postgres, kept, MESSAGES);
        const upload = await conversation.sendingActor.upload(uploadFile, [{ name: 'kept.txt', content: 'kept on disk' }]);
        const backup = new DumpBackup(postgres, folder, filesOf(dirname(process.env.PARLEY_DEMO_JSON ?? '')));
        const begunToTake = Date.now();
        await backup.take();
        const messages = await countMessages(postgres);
        const backupSeconds = secondsSince(begunToTake);
        const lost = await conversation.say('lost');
        const former = conversation.registrations;

        const begunToRestore = Date.now();
        await backup.restoreIntoEmptyServer();
        const storeSeconds = secondsSince(begunToRestore);
        const migration = await runScript(process.execPath, [fileAt('tools/dist/migrate/main.js')], {
          environment: { DATABASE_URL: postgres.url },
        });
        expect(migration).toMatchObject({ exitCode: 0, output: 'nothing to apply\n' });
        await Promise.all(SERVICES.map((name) => killTargets.restart(name).isBack));
        await conversation.untilRegisteredAgain(former);
        const totalSeconds = secondsSince(begunToRestore);

        expect(await countMessages(postgres)).toBe(messages);
        expect(await conversation.say('after')).toBeGreaterThan(lost);
        const history = await conversation.history();
        expect(history).toEqual(MESSAGES > 0 ? ['after'] : ['kept', 'after']);
        expect((await conversation.sendingActor.fetch(upload.body.url)).text).toBe('kept on disk');
        expect(conversation.delivered.flat()).toEqual(['kept', 'lost', 'after']);
        expect(conversation.delivered.at(-1)).toEqual(['after']);
        expect(conversation.faults).toEqual([]);
        expect(await operate('verify-backup')).toMatchObject({ faults: [] });
        process.stdout.write(`restored: ${JSON.stringify({ messages, backupSeconds, storeSeconds, totalSeconds })}\n`);
      }),
    TIMEOUT_MS,
  );

  it(
    'after a base backup was recovered to a moment between two messages',
    () =>
      converse(async (conversation, postgres, folder) => {
        const archived = await ArchivedPostgres.open(postgres, folder);
        await conversation.say('first');
        const moment = await archived.now();
        const lost = await conversation.say('second');
        const former = conversation.registrations;

        await archived.recoverTo(moment);
        await conversation.untilRegisteredAgain(former);

        expect(await conversation.history()).toEqual(['first']);
        expect(await conversation.say('third')).toBeGreaterThan(lost);
        expect(await conversation.history()).toEqual(['first', 'third']);
        expect(conversation.delivered.flat()).toEqual(['first', 'second', 'third']);
        expect(conversation.delivered.at(-1)).toEqual(['third']);
        expect(conversation.faults).toEqual([]);
      }),
    TIMEOUT_MS,
  );
});
