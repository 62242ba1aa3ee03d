import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { expectSoon, type OrganizationRow } from '@parley/testing';
import { DeliverDue } from '../src/due/deliver-due.js';
import { DueSuite } from './due-suite.js';

let due: DueSuite;
beforeAll(async () => {
  due = await DueSuite.open();
});
afterAll(() => due.close());

const limit = (organization: Pick<OrganizationRow, 'id'>, most: number | null) =>
  due.client.organization.update({
    where: { id: organization.id },
    data: { settings: most === null ? {} : { quotas: { 'messages-per-day': most } } },
  });
const stored = (organization: Pick<OrganizationRow, 'id'>) => due.client.message.count({ where: { organizationId: organization.id } });
const counted = async (organization: Pick<OrganizationRow, 'id'>) =>
  (await due.client.organizationCounter.findUniqueOrThrow({ where: { organizationId: organization.id } })).messagesOfDay;
const send = (made: Awaited<ReturnType<DueSuite['setting']>>, more = {}) => due.messaging.sendToChannel(made.ann, made.channel, more);

const REFUSAL = { status: 429, code: 'MESSAGE_QUOTA_REACHED', fields: { quota: 'messages-per-day', limit: 3 } };

describe('the quota of messages on a day', () => {
  it('refuses sends above it, in channels and direct messages, with the seconds until the day ends', async () => {
    const made = await due.setting();
    const other = await due.setting();
    await limit(made.organization, 3);
    await limit(other.organization, 3);
    for (const local of ['1', '2']) await send(made, { queue_id: 'q', local_id: local });
    await due.messaging.sendDirect(made.ann, [made.bob]);
    const refusal: unknown = await send(made).catch((error: unknown) => error);
    expect(refusal).toMatchObject(REFUSAL);
    const untilMidnight = (86_400_000 - (Date.now() % 86_400_000)) / 1000;
    const { retryAfterSeconds } = refusal as { retryAfterSeconds: number };
    expect(Math.abs(retryAfterSeconds - untilMidnight)).toBeLessThan(60);
    await expect(due.messaging.sendDirect(made.ann, [made.bob])).rejects.toMatchObject(REFUSAL);
    expect(await stored(made.organization)).toBe(3);
    // A repetition stores nothing, so it is no message more.
    expect(await send(made, { queue_id: 'q', local_id: '2' })).toEqual(expect.any(Number));
    await send(other);
    await limit(made.organization, 4);
    await send(made);
    await limit(made.organization, null);
    await send(made);
    expect([await stored(made.organization), await counted(made.organization)]).toEqual([5, 5]);
  });

  it.each([
    ['', {}],
    [' that mention someone', { content: 'Hello @**Bob**' }],
  ])('lets exactly as many through when many send at once%s', async (_, more) => {
    const made = await due.setting();
    await send(made);
    await limit(made.organization, 11);
    const answers = await Promise.allSettled(Array.from({ length: 60 }, () => send(made, more)));
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(answers.length - refused.length).toBe(10);
    for (const each of refused) expect(each).toMatchObject({ reason: { code: 'MESSAGE_QUOTA_REACHED' } });
    expect(await stored(made.organization)).toBe(11);
    const gaps = await due.client.$queryRaw<{ rows: bigint; newest: bigint }[]>`
      SELECT count(*) AS rows, (SELECT seq FROM organization_counter WHERE organization_id = ${made.organization.id}) AS newest
      FROM event_log WHERE organization_id = ${made.organization.id} AND seq > 0`;
    expect(gaps[0]?.rows).toBe(gaps[0]?.newest);
  });

  it('begins anew with each day', async () => {
    const made = await due.setting();
    await limit(made.organization, 1);
    await send(made);
    await expect(send(made)).rejects.toMatchObject({ code: 'MESSAGE_QUOTA_REACHED' });
    await due.client
      .$executeRaw`UPDATE organization_counter SET message_day = message_day - 1 WHERE organization_id = ${made.organization.id}`;
    await send(made);
    expect(await counted(made.organization)).toBe(1);
  });

  it('answers a repetition with the id of the first message, even if that one was the last', async () => {
    const made = await due.setting();
    await send(made);
    await limit(made.organization, 2);
    const ids = await Promise.all(Array.from({ length: 10 }, () => send(made, { queue_id: 'q', local_id: '1' })));
    expect(new Set(ids).size).toBe(1);
    expect(await stored(made.organization)).toBe(2);
  });

  it('lets a scheduled message wait until the quota allows it, and reminders pass', async () => {
    const made = await due.setting();
    const { id: organizationId } = made.organization;
    const message = await send(made);
    await due.schedule(made.ann, { type: 'channel', to: made.channel.id });
    await due.remind(made.ann, message);
    await limit(made.organization, 1);
    await due.makeDue(made.organization);
    await due.messaging.service.app.get(DeliverDue).sweep();
    const look = async () => (await due.client.dueOrganization.findUniqueOrThrow({ where: { organizationId } })).nextAt.getTime();
    await expectSoon(async () => (await due.reminders(made.ann)).length, 0);
    const midnight = Math.ceil(Date.now() / 86_400_000) * 86_400_000;
    const waits = Math.min(3_600_000, midnight - Date.now());
    await expectSoon(async () => Math.abs((await look()) - Date.now() - waits) < 60_000, true);
    expect(await due.scheduled(made.ann)).toMatchObject([{ failed: false }]);
    await limit(made.organization, 10);
    await due.deliver(made.organization);
    expect(await due.scheduled(made.ann)).toEqual([]);
    expect(await due.texts(made.bob)).toEqual([expect.any(String), 'later']);
  });
});
