import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  createReminder,
  getMessages,
  listReminders,
  listScheduledMessages,
  scheduleMessage,
  sendMessage,
} from '@parley/contracts/messaging';
import { organizationOf, personOf, readDemo } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { KillTargets } from '../client/kill-targets.js';
import { PatientActor } from './patient-actor.js';

/** Killed with SIGKILL one after the other while messages become due. */
const KILL_TARGETS = ['messaging-1', 'messaging-2', 'postgres', 'messaging-1', 'redis', 'messaging-2'];
const MESSAGES = 150;
const REMINDERS = 50;
/** They become due from a while after they are made, over this time. */
const BEGIN_SECONDS = 20;
const OVER_SECONDS = 20;
const DRAIN_MS = 120_000;

const demo = readDemo(process.env.PARLEY_DEMO_JSON);
const organization = organizationOf(demo, 'demo');
const [me, other] = [personOf(organization, 100), personOf(organization, 400)];
const writer = new PatientActor(demo.base_url, me);
const reader = new PatientActor(demo.base_url, other);
const killTargets = new KillTargets();
afterAll(closeConnections);

const tag = `due-${Date.now()}`;

/** The numbers of the texts with this mark that the actor received, in the order of the messages. */
async function received(actor: PatientActor, senderEmail: string, mark: RegExp): Promise<readonly number[]> {
  const { messages } = await actor.ok(getMessages, {
    anchor: 'newest',
    num_before: 2_000,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'sender', operand: senderEmail }],
  });
  return messages.flatMap(({ content }) => {
    const [, number] = mark.exec(content) ?? [];
    return number === undefined ? [] : [Number(number)];
  });
}

describe('while every process that sends what is due is killed in turn', () => {
  it('each scheduled message and each reminder is sent once, messages in the order of their times', async () => {
    const { id: message_id } = await writer.ok(sendMessage, { type: 'direct', to: [other.user_id], content: `${tag} about this` });
    const begin = Math.floor(Date.now() / 1_000) + BEGIN_SECONDS;
    const timeOf = (n: number, count: number) => begin + Math.floor((n * OVER_SECONDS) / count);
    for (let n = 0; n < MESSAGES; n += 1) {
      const scheduled_delivery_timestamp = timeOf(n, MESSAGES);
      await writer.ok(scheduleMessage, {
        type: 'direct',
        to: [other.user_id],
        content: `${tag} message ${n}.`,
        scheduled_delivery_timestamp,
      });
    }
    for (let n = 0; n < REMINDERS; n += 1) {
      const scheduled_delivery_timestamp = timeOf(n, REMINDERS);
      await writer.ok(createReminder, { message_id, note: `${tag} reminder ${n}.`, scheduled_delivery_timestamp });
    }
    const now = Date.now();
    if (now < begin * 1_000) await delay(begin * 1_000 - now);
    for (const target of KILL_TARGETS) {
      await killTargets.kill(target).isBack;
      await delay(500);
    }
    await killTargets.untilAllReady();
    const mine = ({ content }: { readonly content: string }) => content.includes(tag);
    const countLeft = async () => {
      const { scheduled_messages } = await writer.ok(listScheduledMessages, {});
      const { reminders } = await writer.ok(listReminders, {});
      return scheduled_messages.filter(mine).length + reminders.filter(mine).length;
    };
    expect(await eventually(countLeft, (left) => left === 0, { deadlineMs: DRAIN_MS, pauseMs: 500 })).toBe(0);
    const messages = await received(reader, me.email, new RegExp(`^${tag} message (\\d+)\\.$`));
    expect(messages).toEqual(Array.from({ length: MESSAGES }, (_, n) => n));
    const bot = `notification-bot@${organization.host.replace(/:\d+$/, '')}`;
    const reminders = await received(writer, bot, new RegExp(`> ${tag} reminder (\\d+)\\.`));
    expect(reminders.toSorted((a, b) => a - b)).toEqual(Array.from({ length: REMINDERS }, (_, n) => n));
    process.stdout.write(`due messages: ${messages.length} messages and ${reminders.length} reminders sent once\n`);
  }, 300_000);
});
