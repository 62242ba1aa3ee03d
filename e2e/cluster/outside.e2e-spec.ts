import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getChannelEmailAddress } from '@parley/contracts/channels';
import { getMessages, sendMessage } from '@parley/contracts/messaging';
import { createBot } from '@parley/contracts/organization';
import type { DatabaseConnection } from '@parley/testing';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { noteSecretWords } from '../client/secret-words.js';
import { connectToSuiteDatabase } from '../client/suite-database.js';
import { World } from '../client/world.js';
import { HeldProgram } from './held-program.js';
import { HeldDatabase } from './joining/held-database.js';
import { PatientActor } from './patient-actor.js';
import { deliverAgain, type HandedOver, handOver } from './raw-mail.js';

const DEADLINE_MS = 90_000;
const TEST_MS = 300_000;

const world = new World();
const killTargets = new KillTargets();
const program = new HeldProgram();
let database: DatabaseConnection;
let held: HeldDatabase;
beforeAll(async () => {
  [database, held] = await Promise.all([connectToSuiteDatabase(), HeldDatabase.open()]);
});
afterAll(async () => {
  program.close();
  await Promise.all([database.end(), held.close(), closeConnections()]);
});

/** Services may still start after an earlier test. Each attempt makes another person, because one whose answer was lost may exist. */
async function patientNewcomer() {
  const made = await eventually(
    () => world.newcomer().catch((error: unknown) => ({ error })),
    (result) => !('error' in result),
    { deadlineMs: DEADLINE_MS },
  );
  if ('error' in made) throw made.error;
  return { person: made, actor: new PatientActor(world.baseUrl, made) };
}

describe('a program that is called while the calling process is killed', () => {
  /** What the dead processes had reserved is due at once, as after half a minute. */
  const killBoth = async (botId: number, whileDead: () => Promise<unknown> = () => Promise.resolve()) => {
    const killed = ['notifications-1', 'notifications-2'].map((name) => killTargets.kill(name));
    await whileDead();
    await database.query('UPDATE webhook_call SET next_at = now() WHERE bot_id = $1', [botId]);
    await Promise.all(killed.map(({ isBack }) => isBack));
  };
  const countIn = async (table: 'webhook_call' | 'message', column: 'bot_id' | 'sender_id', id: number) => {
    const { rows } = await database.query(`SELECT count(*)::int AS count FROM ${table} WHERE ${column} = $1`, [id]);
    return rows[0]?.count;
  };

  it(
    'is called again, and its reply is posted once, whether the process dies before the answer or after the reply',
    async () => {
      const payload_url = await program.open();
      const { person, actor } = await patientNewcomer();
      const name = world.fresh('killed').replaceAll(' ', '-');
      const bot = await actor.ok(createBot, { full_name: name, short_name: name, bot_type: 3, payload_url });
      await actor.ok(sendMessage, { type: 'direct', to: [bot.user_id], content: 'question' });
      await calledTimes(1);
      await killBoth(bot.user_id);
      await calledTimes(2);
      // The process that posts the reply cannot delete the call, and no other one makes it meanwhile.
      await database.query("UPDATE webhook_call SET next_at = now() + interval '1 hour' WHERE bot_id = $1", [bot.user_id]);
      const hold = await held.hold({ text: 'SELECT FROM webhook_call WHERE bot_id = $1 FOR UPDATE', values: [bot.user_id] });
      program.answer();
      const replies = () => countIn('message', 'sender_id', bot.user_id);
      expect(await eventually(replies, (count) => count === 1, { deadlineMs: DEADLINE_MS })).toBe(1);
      const deleting = await hold.waiting();
      await killBoth(bot.user_id, async () => {
        await held.rollBack([deleting]);
        await hold.release();
      });
      await calledTimes(3);
      const waiting = () => countIn('webhook_call', 'bot_id', bot.user_id);
      expect(await eventually(waiting, (count) => count === 0, { deadlineMs: DEADLINE_MS })).toBe(0);
      const [id] = program.calls;
      expect(new Set(program.calls)).toEqual(new Set([id]));
      const narrow = [{ operator: 'dm', operand: [bot.user_id] }];
      const { messages } = await actor.ok(getMessages, { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false });
      expect(messages.filter(({ sender_id }) => sender_id === person.user_id)).toHaveLength(1);
      expect(messages.filter(({ sender_id }) => sender_id === bot.user_id).map(({ content }) => content)).toEqual([`the answer to ${id}`]);
    },
    TEST_MS,
  );

  async function calledTimes(times: number): Promise<void> {
    const isCalled = async () => program.calls.length >= times;
    expect(await eventually(isCalled, (is) => is, { deadlineMs: DEADLINE_MS, pauseMs: 5 })).toBe(true);
  }
});

describe('a mail that is delivered while the process that takes it is killed', () => {
  const stored = async (channelId: number) => {
    const { rows } = await database.query('SELECT count(*)::int AS count FROM message WHERE channel_id = $1', [channelId]);
    return rows[0]?.count;
  };

  it.each<[string, (mail: HandedOver, channelId: number) => Promise<unknown>]>([
    ['before it has read the mail', () => Promise.resolve()],
    [
      'when the message is stored',
      (_, channelId) =>
        eventually(
          () => stored(channelId),
          (count) => count > 0,
          { deadlineMs: DEADLINE_MS, pauseMs: 1 },
        ),
    ],
    ['after its answer', ({ answer }) => answer],
  ])(
    '%s is one message after the mail server has tried again',
    async (_, moment) => {
      const { person, actor } = await patientNewcomer();
      const channel = await world.channel([person]);
      const { email } = await actor.ok(getChannelEmailAddress, { stream_id: channel.id });
      noteSecretWords({ token: email.split('.').find((part) => part.length > 20) ?? email });
      const id = world.fresh('mail').replaceAll(' ', '-');
      const raw = `From: Zoe <zoe@example.com>\r\nSubject: Soup\r\nMessage-ID: <${id}@example.com>\r\n\r\nIs it hot?\r\n`;
      const mail = await handOver(email, raw);
      await moment(mail, channel.id);
      const { isBack } = killTargets.kill('gateway-1');
      // The mail server does not know whether the mail was taken, or forgot that it was.
      await mail.answer;
      await deliverAgain(email, raw);
      await deliverAgain(email, raw);
      await isBack;
      const narrow = [{ operator: 'channel', operand: channel.id }];
      const { messages } = await actor.ok(getMessages, { anchor: 'newest', num_before: 50, num_after: 0, narrow, apply_markdown: false });
      expect(messages.map(({ content }) => content)).toEqual([expect.stringContaining('Is it hot?')]);
      expect(await stored(channel.id)).toBe(1);
    },
    TEST_MS,
  );
});
