import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { createBigBlueButtonCall, createZoomCall, joinBigBlueButtonCall, updateOrganization } from '@parley/contracts/organization';
import { BigBlueButtonServer, ZoomServer } from './call-servers.js';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';
import { refusal } from './refusal.js';

const bbb = new BigBlueButtonServer('shared secret');
const zoom = new ZoomServer({ account: 'account', client: 'client', secret: 'zoom secret' });
let configured: OrganizationSuite;
let plain: OrganizationSuite;
let home: MadeOrganization;
let administrator: MadeAccount;
let member: MadeAccount;
let elsewhere: MadeAccount;
let bbbUrl: string;

beforeAll(async () => {
  bbbUrl = `${await bbb.listen()}/bigbluebutton`;
  const zoomUrl = await zoom.listen();
  configured = await OrganizationSuite.open({
    BIG_BLUE_BUTTON_URL: bbbUrl,
    BIG_BLUE_BUTTON_SECRET: 'shared secret',
    ZOOM_ACCOUNT_ID: 'account',
    ZOOM_CLIENT_ID: 'client',
    ZOOM_CLIENT_SECRET: 'zoom secret',
    ZOOM_URL: zoomUrl,
    ZOOM_API_URL: zoomUrl,
    JITSI_SERVER_URL: 'https://jitsi.example.com',
  });
  plain = await OrganizationSuite.open();
  home = await configured.organization();
  ({ administrator, member } = await configured.people(home));
  elsewhere = (await plain.people(await plain.organization())).administrator;
});
afterAll(async () => {
  await Promise.all([configured.close(), plain.close(), bbb.close(), zoom.close()]);
});
beforeEach(() => {
  bbb.isBroken = false;
  zoom.answers = 'well';
});

const create = async (by: MadeAccount, params: { meeting_name: string; voice_only: boolean }, suite = configured) =>
  new URL((await suite.stores.rpc.call(createBigBlueButtonCall, params, by.caller)).url);
const tokenIn = (url: URL) => url.searchParams.get('bigbluebutton') ?? '';
const join = async (token: string, fullName: string, suite = configured) =>
  new URL((await suite.stores.rpc.call(joinBigBlueButtonCall, { token, fullName }, SYSTEM_VISITOR)).url);
const zoomCall = async (by: MadeAccount, is_video_call = true, suite = configured) =>
  (await suite.stores.rpc.call(createZoomCall, { is_video_call }, by.caller)).url;

describe('a BigBlueButton call', () => {
  it('begins when the first person joins, and all enter the same meeting', async () => {
    const url = await create(member, { meeting_name: 'Lunch & more', voice_only: false });
    expect([url.host.split('.')[0], url.pathname]).toEqual([home.stringId, '/calls/bigbluebutton/join']);
    const before = bbb.meetings.size;
    const entries = [await join(tokenIn(url), ' Zoe '), await join(tokenIn(url), 'Amir & co')];
    expect(bbb.meetings.size).toBe(before + 1);
    const [id, created] = [...bbb.meetings].at(-1) ?? [];
    expect([created?.get('name'), created?.get('lockSettingsDisableCam')]).toEqual(['Lunch & more', null]);
    for (const [index, entry] of entries.entries()) {
      expect(`${entry.origin}${entry.pathname}`).toBe(`${bbbUrl}/api/join`);
      expect(bbb.isSigned('join', entry)).toBe(true);
      expect(Object.fromEntries(entry.searchParams)).toMatchObject({
        meetingID: id,
        fullName: ['Zoe', 'Amir & co'][index],
        role: 'MODERATOR',
      });
    }
  });

  it('can be without cameras', async () => {
    const entry = await join(tokenIn(await create(member, { meeting_name: 'Lunch', voice_only: true })), 'Zoe');
    expect(entry.searchParams.get('role')).toBe('VIEWER');
    expect([...bbb.meetings.values()].at(-1)?.get('lockSettingsDisableCam')).toBe('true');
  });

  it('is refused with the reason', async () => {
    const token = tokenIn(await create(member, { meeting_name: 'Lunch', voice_only: false }));
    for (const wrong of ['', `${token}x`, token.slice(1)]) {
      expect((await refusal(join(wrong, 'Zoe'))).msg).toBe('The link of this call is invalid or has expired.');
    }
    expect((await refusal(join(token, ' '))).msg).toBe('full_name cannot be blank');
    expect((await refusal(join(token, 'a'.repeat(101)))).msg).toBe('full_name is too long (limit: 100 characters)');
    bbb.isBroken = true;
    expect(await refusal(join(token, 'Zoe'))).toMatchObject({ status: 400, msg: 'Error connecting to the BigBlueButton server.' });
  });
});

describe('a Zoom call', () => {
  it('has its creator as host, by their real address, and one token serves many', async () => {
    zoom.users.add(member.deliveryEmail);
    expect(await zoomCall(member)).toBe('https://example.zoom.us/j/1');
    expect(await zoomCall(member, false)).toBe('https://example.zoom.us/j/2');
    const settings = (on: boolean) => ({ host_video: on, participant_video: on });
    expect(zoom.meetings).toEqual([
      { host: member.deliveryEmail, settings: settings(true) },
      { host: member.deliveryEmail, settings: settings(false) },
    ]);
    expect(zoom.tokens).toBe(1);
    zoom.revoke();
    expect(await zoomCall(member)).toBe('https://example.zoom.us/j/3');
    expect(zoom.tokens).toBe(2);
  });

  it('is refused with the reason', async () => {
    expect(await refusal(zoomCall(administrator))).toMatchObject({ code: 'UNKNOWN_ZOOM_USER', msg: 'Unknown Zoom user email' });
    zoom.users.add(administrator.deliveryEmail);
    for (const answers of ['with an error', 'nonsense'] as const) {
      zoom.answers = answers;
      expect(await refusal(zoomCall(administrator))).toMatchObject({ status: 400, msg: 'Failed to create Zoom call' });
    }
  });
});

describe('the providers', () => {
  const set = (by: MadeAccount, video_chat_provider: 0 | 1 | 4 | 5, suite: OrganizationSuite) =>
    suite.stores.rpc.call(updateOrganization, { video_chat_provider }, by.caller);

  it('that are configured are registered, and can be chosen', async () => {
    const registered = await configured.register(member.caller);
    expect(registered).toMatchObject({
      realm_available_video_chat_providers: { big_blue_button: { id: 4 }, zoom_server_to_server: { id: 5 } },
      server_jitsi_server_url: 'https://jitsi.example.com',
      realm_jitsi_server_url: null,
      jitsi_server_url: 'https://jitsi.example.com',
    });
    for (const id of [4, 5, 1] as const)
      expect(await set(administrator, id, configured)).toEqual(id === 1 ? expect.anything() : { video_chat_provider: id });
  });

  it('that are not configured are neither', async () => {
    const registered = await plain.register(elsewhere.caller);
    expect(registered.realm_available_video_chat_providers).toEqual({
      disabled: { id: 0, name: 'None' },
      jitsi_meet: { id: 1, name: 'Jitsi Meet' },
    });
    for (const id of [4, 5] as const) expect((await refusal(set(elsewhere, id, plain))).msg).toBe('Invalid video_chat_provider');
    const attempt = create(elsewhere, { meeting_name: 'Lunch', voice_only: false }, plain);
    expect((await refusal(attempt)).msg).toBe('BigBlueButton is not configured.');
    expect((await refusal(join('x', 'Zoe', plain))).msg).toBe('BigBlueButton is not configured.');
    expect((await refusal(zoomCall(elsewhere, true, plain))).msg).toBe('Zoom credentials have not been configured');
  });
});
