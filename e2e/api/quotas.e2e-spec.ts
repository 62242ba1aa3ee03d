import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { sendMessage, uploadFile } from '@parley/contracts/messaging';
import { createUser, getMe } from '@parley/contracts/organization';
import { z } from 'zod';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { operate } from '../clients/operate.js';

const world = new World();
const stranger = world.as(world.stranger);
/** An organization of this test, with one owner. */
const home = `quotas-${process.pid}`;
const account = z.object({ email: z.string(), api_key: z.string(), user_id: z.int() });
let owner: ReturnType<World['as']>;
let ownerId: number;

beforeAll(async () => {
  await operate('create-organization', home, 'Quotas');
  const made = account.parse(await operate('create-user', home, 'owner@quotas.example', 'Olga', '--role', 'owner'));
  await operate('let-create-users', home, String(made.user_id));
  owner = world.as(made);
  ownerId = made.user_id;
}, 120_000);
afterAll(() => closeConnections());

const quota = (...choices: string[]) => operate('set-quota', home, ...choices);
const send = (by = owner, to = ownerId) => by.call(sendMessage, { type: 'direct', to: [to], content: 'a note to myself' });
const register = (by = owner) => by.call(registerQueue, { event_types: ['message'], fetch_event_types: ['message'] });
const add = (name: string) =>
  owner.call(createUser, { email: `${name}@quotas.example`, full_name: name, password: 'correct horse battery' });

const answered = ({ status, body }: { status: number; body: object }) => ({ status, body });
const refusal = (status: number, code: string, name: string, limit: number) => ({
  status,
  body: expect.objectContaining({ result: 'error', code, quota: name, limit }),
});

// Gateways learn a change a moment after the command.
const refused = (once: typeof register) => eventually(once, ({ status }) => status !== 200);
const admitted = (once: typeof register) => eventually(once, ({ status }) => status === 200);

describe('an organization at its quota is refused, another one is not, and a higher quota helps', () => {
  it('of people', async () => {
    await quota('people=2');
    expect((await add('ann')).status).toBe(200);
    expect(answered(await add('bob'))).toEqual(refusal(400, 'PEOPLE_QUOTA_REACHED', 'people', 2));
    await world.newcomer();
    await quota('people=3');
    expect((await add('bob')).status).toBe(200);
    await quota('people=none');
  });

  it('of messages on a day', async () => {
    const { messages_today: today } = z.array(z.object({ messages_today: z.int() })).parse(await operate('usage', home))[0] ?? {};
    const limit = (today ?? 0) + 1;
    await quota(`messages-per-day=${limit}`);
    expect((await send()).status).toBe(200);
    const late = await send();
    expect(answered(late)).toEqual(refusal(429, 'MESSAGE_QUOTA_REACHED', 'messages-per-day', limit));
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
    expect((await send(stranger, world.stranger.user_id)).status).toBe(200);
    await quota(`messages-per-day=${limit + 5}`);
    expect((await send()).status).toBe(200);
    expect(await operate('usage', home)).toMatchObject([{ messages_today: limit + 1, quotas: { 'messages-per-day': limit + 5 } }]);
    await quota('messages-per-day=none');
  });

  it('of live queues', async () => {
    await quota('live-queues=1');
    expect((await admitted(register)).status).toBe(200);
    expect(answered(await refused(register))).toEqual(refusal(400, 'LIVE_QUEUE_QUOTA_REACHED', 'live-queues', 1));
    expect((await register(stranger)).status).toBe(200);
    await quota('live-queues=50');
    expect((await admitted(register)).status).toBe(200);
    await quota('live-queues=none');
  });

  it('of registrations in a minute', async () => {
    await quota('registrations-per-minute=1');
    expect(answered(await refused(register))).toEqual(refusal(429, 'RATE_LIMIT_HIT', 'registrations-per-minute', 1));
    expect((await register(stranger)).status).toBe(200);
    await quota('registrations-per-minute=10000');
    expect((await admitted(register)).status).toBe(200);
    await quota('registrations-per-minute=none');
  });

  it('of requests in a second', async () => {
    await quota('requests-per-second=1');
    const burst = () => Promise.all(Array.from({ length: 20 }, () => owner.call(getMe, {})));
    const statuses = async () => new Set((await burst()).map(({ status }) => status));
    await eventually(statuses, (seen) => seen.has(429));
    const answers = await burst();
    expect(answers.map(answered)).toContainEqual(refusal(429, 'RATE_LIMIT_HIT', 'requests-per-second', 1));
    expect((await stranger.call(getMe, {})).status).toBe(200);
    await quota('requests-per-second=none');
    expect(await eventually(statuses, (seen) => !seen.has(429))).toEqual(new Set([200]));
  });

  it('of uploaded files', async () => {
    const upload = (by = owner) => by.upload(uploadFile, [{ name: 'notes.txt', content: 'x' }]);
    await quota('upload-bytes=0');
    expect(await upload()).toMatchObject({ status: 400, body: { code: 'REALM_UPLOAD_QUOTA' } });
    expect((await upload(stranger)).status).toBe(200);
    await quota('upload-bytes=1MiB');
    expect((await upload()).status).toBe(200);
    await quota('upload-bytes=default');
  });
});
