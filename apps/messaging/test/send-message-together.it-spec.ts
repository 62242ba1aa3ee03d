import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeParams } from '@parley/contracts';
import { sendMessage } from '@parley/contracts/messaging';
import { isDatabaseAway } from '@parley/persistence';
import { runCall } from '@parley/runtime';
import { expectSoon, type OrganizationRow } from '@parley/testing';
import { SendMessage } from '../src/sending/send-message.js';
import { StoreTogether } from '../src/storing/store-together.js';
import { MessagingSuite } from './messaging-suite.js';

const LATE_MS = 1_500;

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const made = await suite.channelOfTwo();
  await suite.sendToChannel(made.ann, made.channel);
  await suite.sendDirect(made.ann, [made.bob]);
  return made;
}

const together = () => suite.service.app.get(StoreTogether, { strict: false });

/** Runs `sends` while another change holds the counter of the organization. Releases it when all but the first send wait in the service. */
async function whileCounterIsLocked(
  { id }: OrganizationRow,
  sends: readonly (() => Promise<number>)[],
  beforeRelease: (client: Pick<typeof suite.client, 'channel'>) => Promise<unknown> = async () => undefined,
): Promise<PromiseSettledResult<number>[]> {
  const sending: Promise<number>[] = [];
  let settled = 0;
  await suite.client.$transaction(
    async (tx) => {
      await tx.$queryRaw`SELECT FROM organization_counter WHERE organization_id = ${id} FOR UPDATE`;
      for (const [waiting, send] of sends.entries()) {
        const sent = send();
        const settle = () => {
          settled += 1;
        };
        sent.then(settle, settle);
        sending.push(sent);
        // One after the other, so that the order in which they arrive is known.
        if (waiting === 0) await suite.untilStatementWaits();
        else await expectSoon(async () => together().waitingMessages + settled, waiting);
      }
      await beforeRelease(tx);
    },
    { timeout: 60_000 },
  );
  return Promise.allSettled(sending);
}

const idsOf = (results: readonly PromiseSettledResult<number>[]) =>
  results.map((result) => (result.status === 'fulfilled' ? result.value : undefined));

/** Messages in the order of the log, and how many transactions wrote them. */
async function logged({ id }: OrganizationRow, after: number) {
  const rows = await suite.client.$queryRaw<{ seq: number; id: number | null; tx: string }[]>`
    SELECT seq::int, (payload -> 'message' ->> 'id')::int AS id, xmin::text AS tx FROM event_log WHERE organization_id = ${id} ORDER BY seq`;
  const messages = rows.filter((row) => row.id !== null && row.id > after);
  return {
    ids: messages.map((row) => row.id),
    hasGap: rows.some(({ seq }, index) => seq !== index + 1),
    transactions: new Set(messages.map(({ tx }) => tx)).size,
  };
}

describe('messages that arrive while one of their organization is being stored', () => {
  it('are stored in one transaction, in the order in which they arrived, and each reaches its readers', async () => {
    const { organization, ann, bob, channel } = await setting();
    const last = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    const results = await whileCounterIsLocked(organization, [
      () => suite.sendToChannel(ann, channel, { content: 'first' }),
      () => suite.sendToChannel(ann, channel, { content: 'second @**Bob**' }),
      () => suite.sendToChannel(bob, channel, { content: 'third', queue_id: 'q', local_id: '7' }),
      () => suite.sendDirect(bob, [ann], { content: 'fourth' }),
      () => suite.sendToChannel(ann, channel, { content: 'fifth', topic: 'another' }),
    ]);
    const ids = idsOf(results);
    // One of the message that was being stored, and one of the four that waited.
    expect(await logged(organization, last)).toEqual({ ids, hasGap: false, transactions: 2 });
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['message'] });
    const received = events.map((event) => ('message' in event ? event.message : undefined));
    expect(received).toEqual(
      ['first', 'second', 'third', 'fourth', 'fifth'].map((text, index) =>
        expect.objectContaining({ id: ids[index], content: expect.stringContaining(text) }),
      ),
    );
    expect(await suite.flagsOf(bob, ids[1] ?? 0)).toEqual(['mentioned']);
    expect(await suite.readIds(bob, [])).toEqual(expect.arrayContaining(ids));
  });

  it('are stored though one of them is refused: it alone fails', async () => {
    const { organization, ann, bob, channel } = await setting();
    const other = await suite.rows.channel(organization);
    await suite.rows.subscription(other, [ann]);
    const last = await suite.sendToChannel(ann, other);
    const results = await whileCounterIsLocked(
      organization,
      [
        () => suite.sendToChannel(ann, channel),
        () => suite.sendToChannel(ann, other),
        () => suite.sendToChannel(bob, channel),
        () => suite.sendDirect(ann, [bob]),
      ],
      (tx) => tx.channel.update({ where: { id: other.id }, data: { isArchived: true } }),
    );
    expect(results[1]).toMatchObject({ status: 'rejected', reason: { msg: `Not authorized to send to channel '${other.name}'` } });
    const [first, , third, fourth] = idsOf(results);
    expect(await logged(organization, last)).toMatchObject({ ids: [first, third, fourth], hasGap: false });
  });

  it('are one message if they have the same local id', async () => {
    const { organization, ann, channel } = await setting();
    const last = await suite.sendToChannel(ann, channel);
    const again = { content: 'again', queue_id: 'q', local_id: '1' };
    const results = await whileCounterIsLocked(organization, [
      () => suite.sendToChannel(ann, channel),
      () => suite.sendToChannel(ann, channel, again),
      () => suite.sendToChannel(ann, channel, again),
    ]);
    const [first, second, third] = idsOf(results);
    expect(third).toBe(second);
    expect(await logged(organization, last)).toMatchObject({ ids: [first, second], hasGap: false });
  });

  it('are not stored after the deadline of their call', async () => {
    const { organization, ann, bob, channel } = await setting();
    const last = await suite.sendToChannel(ann, channel);
    const { params } = decodeParams(sendMessage.params, {
      fields: { type: 'stream', to: channel.id, topic: 'plans', content: 'late' },
      path: {},
    });
    const late = async () => (await suite.service.app.get(SendMessage, { strict: false }).execute(bob.caller, params)).id;
    const results = await whileCounterIsLocked(
      organization,
      [() => suite.sendToChannel(ann, channel), () => runCall(Date.now() + LATE_MS, late), () => suite.sendToChannel(bob, channel)],
      () => delay(LATE_MS + 1),
    );
    const [first, second, third] = results;
    expect(second).toMatchObject({ status: 'rejected' });
    expect(second?.status === 'rejected' && isDatabaseAway(second.reason)).toBe(true);
    expect(await logged(organization, last)).toMatchObject({ ids: idsOf([first, third].filter((one) => one !== undefined)) });
  });
});
