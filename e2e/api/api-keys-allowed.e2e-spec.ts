import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { createApiToken, fetchApiKey, getMe, updateOrganization } from '@parley/contracts/organization';
import { z } from 'zod';
import { Browser } from '../client/browser.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { operate } from '../clients/operate.js';

const world = new World();
/** An organization of this test, with one owner. */
const home = `keyless-${process.pid}`;
const madeAccount = z.object({ email: z.string(), api_key: z.string(), password: z.string() });
const listed = z.array(z.object({ host: z.string(), string_id: z.string() }));
let account: z.infer<typeof madeAccount>;
let owner: ReturnType<World['as']>;
let page: Browser;
let host: string;

beforeAll(async () => {
  await operate('create-organization', home, 'Keyless');
  account = madeAccount.parse(await operate('create-user', home, 'owner@keyless.example', 'Olga', '--role', 'owner'));
  host = listed.parse(await operate('list-organizations')).find(({ string_id }) => string_id === home)?.host ?? '';
  owner = world.as(account);
  page = new Browser(world.baseUrl, host);
  await page.signIn(account);
}, 120_000);
afterAll(() => closeConnections());

const codeOf = ({ status, body }: { status: number; body: object }) => `${status} ${'code' in body ? body.code : 'success'}`;
const REFUSED = '401 API_KEYS_DISABLED';

describe('an organization that does not accept API keys', () => {
  it('refuses them by name, also of held polls, and accepts tokens and sessions', async () => {
    const { token } = await owner.ok(createApiToken, { name: 'instead', scopes: ['read', 'manage_organization'] });
    const withToken = world.as({ email: account.email, api_key: token });
    const { queue_id, last_event_id } = await owner.ok(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const held = owner.call(getEvents, { queue_id: queue_id ?? '', last_event_id });

    await owner.ok(updateOrganization, { api_keys_allowed: false });
    // Otherwise the answer would be a heartbeat after 45 seconds or more.
    const answer = await held;
    expect(codeOf(answer) === REFUSED || answer.body.events.length === 0).toBe(true);
    const code = await eventually(
      async () => codeOf(await owner.call(getMe, {})),
      (said) => said !== '200 success',
    );
    expect(code).toBe(REFUSED);
    const fetched = await world.anybody(host).call(fetchApiKey, { username: account.email, password: account.password });
    expect(codeOf(fetched)).toBe(REFUSED);
    const wrong = await world.anybody(host).call(fetchApiKey, { username: account.email, password: 'a wrong password' });
    expect(codeOf(wrong)).toBe('401 AUTHENTICATION_FAILED');

    expect(codeOf(await withToken.call(getMe, {}))).toBe('200 success');
    expect(codeOf(await page.call(getMe, {}))).toBe('200 success');
    const again = new Browser(world.baseUrl, host);
    await again.signIn(account);

    expect((await again.call(updateOrganization, { api_keys_allowed: true })).status).toBe(200);
    const back = await eventually(
      async () => codeOf(await owner.call(getMe, {})),
      (said) => said === '200 success',
    );
    expect(back).toBe('200 success');
  });
});
