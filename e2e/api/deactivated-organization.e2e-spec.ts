import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { getMe } from '@parley/contracts/organization';
import { z } from 'zod';
import { Browser } from '../client/browser.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { operate } from '../clients/operate.js';

const world = new World();
/** An organization of this test, with one owner. */
const home = `closing-${process.pid}`;
const made = {
  organization: z.object({ id: z.int(), host: z.string() }),
  account: z.object({ email: z.string(), api_key: z.string(), password: z.string() }),
};
let owner: ReturnType<World['as']>;
let page: Browser;
let realmId: number;

beforeAll(async () => {
  await operate('create-organization', home, 'Closing');
  const account = made.account.parse(await operate('create-user', home, 'owner@closing.example', 'Olga', '--role', 'owner'));
  const listed = z.array(made.organization.extend({ string_id: z.string() })).parse(await operate('list-organizations'));
  const organization = listed.find(({ string_id }) => string_id === home);
  if (organization === undefined) throw new Error('the organization is not listed');
  realmId = organization.id;
  owner = world.as(account);
  page = new Browser(world.baseUrl, organization.host);
  await page.signIn(account);
}, 120_000);
afterAll(() => closeConnections());

const codeOf = ({ status, body }: { status: number; body: object }) => `${status} ${'code' in body ? body.code : 'success'}`;
const register = { fetch_event_types: ['message'] };

/** A registered queue, and the answer to a poll that event-queue holds. */
async function held(client: Pick<Browser, 'call'>, eventTypes?: string[]) {
  const { body } = await client.call(registerQueue, { ...register, ...(eventTypes && { event_types: eventTypes }) });
  const queueId = body.queue_id ?? '';
  const answer = client.call(getEvents, { queue_id: queueId, last_event_id: body.last_event_id });
  await eventually(
    async () => z.object({ gateway: z.string().nullable() }).parse(await operate('inspect-queue', queueId)),
    ({ gateway }) => gateway !== null,
  );
  return { queueId, lastEventId: body.last_event_id, answer };
}

describe('deactivating an organization', () => {
  it('tells held polls, whose queues then end, and refuses later requests', async () => {
    const [told, filtered, ofPage] = [await held(owner), await held(owner, ['message']), await held(page)];
    await operate('deactivate-organization', home);

    for (const { answer } of [told, ofPage]) {
      const { status, body } = await answer;
      expect([status, body.events]).toEqual([200, [{ type: 'realm', op: 'deactivated', realm_id: realmId, id: expect.any(Number) }]]);
    }
    expect(codeOf(await filtered.answer)).toBe('400 BAD_EVENT_QUEUE_ID');
    const later = () => owner.call(getEvents, { queue_id: told.queueId, last_event_id: told.lastEventId });
    expect(codeOf(await eventually(later, ({ status }) => status === 401))).toBe('401 REALM_DEACTIVATED');
    expect(codeOf(await owner.call(registerQueue, register))).toBe('401 REALM_DEACTIVATED');
    expect(codeOf(await page.call(getMe, {}))).toMatch(/^401 /);

    await operate('reactivate-organization', home);
    await eventually(
      () => owner.call(getMe, {}),
      ({ status }) => status === 200,
    );
    const acknowledged = (await told.answer).body.events.at(-1)?.id ?? 0;
    const afterwards = await owner.call(getEvents, { queue_id: told.queueId, last_event_id: acknowledged });
    expect(codeOf(afterwards)).toBe('400 BAD_EVENT_QUEUE_ID');
    expect((await owner.call(registerQueue, register)).status).toBe(200);
  }, 120_000);
});
