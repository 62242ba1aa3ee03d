import { afterAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import { sendMessage, uploadFile } from '@parley/contracts/messaging';
import {
  deactivateUser,
  endOtherSessions,
  endSession,
  fetchApiKey,
  getAuditLog,
  getMe,
  getServerSettings,
  listSessions,
  requestPasswordReset,
  resetPassword,
} from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { Browser, type Forged } from '../client/browser.js';
import { organizationOf } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { closeConnections, http } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { World } from '../client/world.js';

const world = new World();
afterAll(() => closeConnections());

const COOKIE = 'parley_session';
const SESSION = '/json/session';
const awayHost = organizationOf(world.demo, 'other').host;
type Person = Awaited<ReturnType<typeof world.newcomer>>;

const browser = (userAgent?: string) => new Browser(world.baseUrl, world.host, userAgent);
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? 'success'}`;

async function signedIn(person?: Person): Promise<{ person: Person; page: Browser }> {
  const who = person ?? (await world.newcomer());
  const page = browser();
  await page.signIn(who);
  return { person: who, page };
}

/** Whether the session of the page is open. A broadcast tells gateways that it ended. */
const stateOf = (page: Browser) => page.request(SESSION).then(codeOf);
const ended = async (page: Browser) =>
  expect(
    await eventually(
      () => stateOf(page),
      (state) => state !== '200 success',
    ),
  ).toBe('401 SESSION_ENDED');

describe('signing in with a browser', () => {
  it('sets a cookie that scripts cannot read, and opens all endpoints', async () => {
    const person = await world.newcomer();
    const page = browser();
    const { status, headers, body } = await page.trySignIn(person.email, person.password);
    expect([status, body]).toEqual([
      200,
      { result: 'success', msg: '', csrf_token: expect.any(String), user_id: person.user_id, email: person.email },
    ]);
    const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
    expect(cookie).toMatch(/^parley_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(headers['cache-control']).toBe('no-store');
    const { body: again } = await page.request<{ csrf_token: string }>(SESSION);
    expect(again).toEqual(body);
    expect((await page.call(getMe, {})).body).toMatchObject({ user_id: person.user_id });
    page.csrfToken = body.csrf_token;
    const { body: sent } = await page.call(sendMessage, { type: 'direct', to: [person.user_id], content: 'from a page' });
    expect(sent).toMatchObject({ result: 'success', id: expect.any(Number) });
    expect(JSON.stringify([body, again])).not.toContain(person.api_key);
  });

  it('takes JSON, and reports parameters that it does not know', async () => {
    const person = await world.newcomer();
    const answer = await http({
      method: 'POST',
      url: `${world.baseUrl}${SESSION}`,
      headers: { host: world.host, 'content-type': 'application/json' },
      body: JSON.stringify({ username: person.email, password: person.password, remember: true }),
    });
    expect([answer.status, JSON.parse(answer.text)]).toEqual([
      200,
      expect.objectContaining({ user_id: person.user_id, ignored_parameters_unsupported: ['remember'] }),
    ]);
  });

  it('has the errors of fetching an API key', async () => {
    const { email, password, user_id } = await world.newcomer();
    const said = async (...given: Parameters<Browser['trySignIn']>) => {
      const { status, headers, body } = await browser().trySignIn(...given);
      // With Basic, the browser would show a dialog.
      expect(headers['www-authenticate']).toBe(status === 401 ? 'Session realm="zulip"' : undefined);
      return `${status} ${body.code} ${body.msg}`;
    };
    expect(await said(email, 'a wrong password')).toBe('401 AUTHENTICATION_FAILED Your username or password is incorrect');
    expect(await said('nobody@demo.example', password)).toBe('401 AUTHENTICATION_FAILED Your username or password is incorrect');
    expect(await said('no address', password)).toMatch(/^400 BAD_REQUEST /);
    expect(await said(email, password, { fields: { username: email } })).toMatch(/^400 REQUEST_VARIABLE_MISSING /);
    expect(await said(email, password, { headers: { host: 'nowhere.localhost', origin: undefined } })).toMatch(
      /^404 NONEXISTENT_SUBDOMAIN /,
    );
    await world.as(world.administrator).ok(deactivateUser, { user_id });
    expect(await said(email, password)).toMatch(/^401 USER_DEACTIVATED /);
  });

  it('is in the audit log, like fetching an API key', async () => {
    const { person, page } = await signedIn();
    await page.trySignIn(person.email, 'a wrong password');
    const kinds = async () => {
      const { entries } = await world.as(world.owner).ok(getAuditLog, { kind: 'login', limit: 1000 });
      return entries.filter(({ subject }) => subject === String(person.user_id)).map(({ kind }) => kind);
    };
    expect(await eventually(kinds, (found) => found.includes('login.failed'))).toEqual(
      expect.arrayContaining(['login.succeeded', 'login.failed']),
    );
  });

  it('never adopts a token that the browser had, and ends its session', async () => {
    const { person, page } = await signedIn();
    const before = page.cookies.get(COOKIE) ?? '';
    await page.signIn(person);
    expect(page.cookies.get(COOKIE)).not.toBe(before);
    const old = browser();
    old.cookies.set(COOKIE, before);
    await ended(old);
    expect(await stateOf(page)).toBe('200 success');
    const planted = browser();
    planted.cookies.set(COOKIE, 'a'.repeat(43));
    await planted.signIn(person);
    expect(planted.cookies.get(COOKIE)).not.toBe('a'.repeat(43));
    const attacker = browser();
    attacker.cookies.set(COOKIE, 'a'.repeat(43));
    expect(await stateOf(attacker)).toBe('401 SESSION_ENDED');
  });
});

describe('a request with a session', () => {
  it('is refused without a cookie, with one that is none, and at the host of another organization', async () => {
    const { page } = await signedIn();
    const token = page.cookies.get(COOKIE) ?? '';
    const state = async (host: string, value?: string) => {
      const other = new Browser(world.baseUrl, host);
      if (value !== undefined) other.cookies.set(COOKIE, value);
      const answer = await other.call(getMe, {});
      return `${codeOf(answer)} ${answer.headers['www-authenticate']}`;
    };
    expect(await state(world.host)).toBe('401 SESSION_REQUIRED Session realm="zulip"');
    expect(await state(world.host, 'nonsense')).toBe('401 SESSION_ENDED Session realm="zulip"');
    expect(await state(awayHost, token)).toBe('401 SESSION_ENDED Session realm="zulip"');
    expect(await state('nowhere.localhost', token)).toMatch(/^404 NONEXISTENT_SUBDOMAIN/);
    expect(await stateOf(page)).toBe('200 success');
  });

  it('needs its token and its own origin to change something', async () => {
    const { page } = await signedIn();
    const { page: stranger } = await signedIn();
    const answer = async (headers: Forged['headers'] = {}) =>
      codeOf(await page.call(updateSettings, { timezone: 'Europe/Paris' }, { headers }));
    expect(await answer()).toBe('200 success');
    expect(await answer({ origin: undefined })).toBe('200 success');
    expect(await answer({ origin: `https://${world.host}` })).toBe('200 success');
    for (const token of [undefined, 'wrong', stranger.csrfToken, `${page.csrfToken}x`])
      expect([token, await answer({ 'x-csrftoken': token })]).toEqual([token, '403 CSRF_FAILED']);
    for (const origin of ['http://evil.example', `http://${awayHost}`, 'null', 'nonsense', `http://${world.host}.evil.example`])
      expect([origin, await answer({ origin })]).toEqual([origin, '403 CROSS_ORIGIN']);
    expect(codeOf(await page.call(getMe, {}, { headers: { origin: 'http://evil.example' } }))).toBe('403 CROSS_ORIGIN');
    expect(codeOf(await page.trySignIn('a@example.com', 'x', { headers: { origin: 'http://evil.example' } }))).toBe('403 CROSS_ORIGIN');
  });

  it('of a page of another origin is refused without an Origin header, too, as far as the browser tells', async () => {
    const { page } = await signedIn();
    const from = async (site: string, mode: string) =>
      codeOf(await page.call(getMe, {}, { headers: { 'sec-fetch-site': site, 'sec-fetch-mode': mode } }));
    expect(await from('same-origin', 'cors')).toBe('200 success');
    expect(await from('cross-site', 'navigate')).toBe('200 success');
    expect([await from('same-site', 'no-cors'), await from('cross-site', 'no-cors')]).toEqual(['403 CROSS_ORIGIN', '403 CROSS_ORIGIN']);
  });

  it('is answered without CORS headers, also in advance', async () => {
    const { page } = await signedIn();
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { 'access-control-request-method': 'PATCH', ...(method === 'OPTIONS' ? { origin: 'http://evil.example' } : {}) };
      const answer = await page.fetch('/json/users/me', { method, headers });
      expect([method, answer.headers['access-control-allow-origin'], answer.headers['access-control-allow-credentials']]).toEqual([
        method,
        undefined,
        undefined,
      ]);
    }
  });

  it('has no rights at /api/v1, and an API key has none at /json', async () => {
    const { person, page } = await signedIn();
    expect(codeOf(await page.request('/api/v1/users/me'))).toBe('401 UNAUTHORIZED');
    const key = { headers: { authorization: `Basic ${btoa(`${person.email}:${person.api_key}`)}` } };
    expect(codeOf(await browser().call(getMe, {}, key))).toBe('401 SESSION_REQUIRED');
    expect(codeOf(await browser().call(getServerSettings, {}, key))).toBe('200 success');
    expect(codeOf(await browser().request('/json/external/github?api_key=x', { method: 'POST' }))).toBe('404 BAD_REQUEST');
  });

  it('needs no token where no login is needed', async () => {
    const { email, password } = await world.newcomer();
    expect((await browser().call(fetchApiKey, { username: email, password })).body).toMatchObject({ email });
  });

  it('opens the files that the person may read', async () => {
    const { person, page } = await signedIn();
    const { body } = await world.as(person).upload(uploadFile, [{ name: 'a.txt', content: 'for the page' }]);
    const file = await page.fetch(body.url);
    expect([file.status, file.text, file.headers['cross-origin-resource-policy']]).toEqual([200, 'for the page', 'same-origin']);
    expect((await (await signedIn()).page.fetch(body.url)).status).not.toBe(200);
  });

  it('of a session that has ended is answered like one of a visitor, where visitors are answered', async () => {
    const page = browser();
    page.cookies.set(COOKIE, 'b'.repeat(43));
    const person = await world.newcomer();
    const { body: file } = await world.as(person).upload(uploadFile, [{ name: 'a.txt', content: 'for few' }]);
    // The answers depend on whether spectators are let in, which other tests change meanwhile.
    for (const path of [`/avatar/${person.user_id}`, file.url]) {
      const { status, text } = await page.fetch(path);
      expect([path, status === 200, text.includes('SESSION_ENDED')]).toEqual([path, false, false]);
    }
    expect(['200 success', '401 UNAUTHORIZED']).toContain(codeOf(await page.call(registerQueue, {})));
    expect(codeOf(await page.call(getMe, {}))).toBe('401 SESSION_ENDED');
  });
});

describe('sessions', () => {
  it('are listed with their browser, and ended one by one or all others', async () => {
    const { person, page } = await signedIn();
    const phone = browser(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
    );
    await phone.signIn(person);
    const unnamed = browser('');
    await unnamed.signIn(person);
    const { sessions } = (await page.call(listSessions, {})).body;
    expect(sessions.map((session) => [session.browser, session.is_current]).toSorted()).toEqual([
      ['Firefox on Linux', true],
      ['Safari on iOS', false],
      ['Unknown browser', false],
    ]);
    expect(JSON.stringify(sessions)).not.toContain(page.cookies.get(COOKIE));
    const idOf = (name: string) => sessions.find((session) => session.browser === name)?.id ?? '';
    expect(codeOf(await page.call(endSession, { session_id: idOf('Safari on iOS') }))).toBe('200 success');
    await ended(phone);
    expect((await page.call(endOtherSessions, {})).body).toMatchObject({ ended: 1 });
    await ended(unnamed);
    expect((await world.as(person).ok(listSessions, {})).sessions).toEqual([expect.objectContaining({ is_current: false })]);
    expect(await stateOf(page)).toBe('200 success');
    expect(await world.as(person).ok(endOtherSessions, {})).toMatchObject({ ended: 1 });
    await ended(page);
  });

  it('of others cannot be ended, and bots have none', async () => {
    const { page } = await signedIn();
    const { page: stranger } = await signedIn();
    const [session] = (await page.call(listSessions, {})).body.sessions;
    for (const id of [session?.id ?? '', 'nonsense', '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await stranger.call(endSession, { session_id: id });
      expect([status, body.msg]).toEqual([400, 'No such session']);
    }
    expect(await stateOf(page)).toBe('200 success');
    for (const answer of [await world.as(world.bot).call(listSessions, {}), await world.as(world.bot).call(endOtherSessions, {})])
      expect([answer.status, answer.body.msg]).toEqual([400, 'This endpoint does not accept bot requests.']);
    expect((await world.anybody(world.host).call(listSessions, {})).status).toBe(401);
  });

  it('end when the person signs out, who needs the token for it', async () => {
    const { page } = await signedIn();
    const copy = browser();
    copy.cookies.set(COOKIE, page.cookies.get(COOKIE) ?? '');
    expect(codeOf(await copy.request(SESSION, { method: 'DELETE' }))).toBe('403 CSRF_FAILED');
    expect(codeOf(await page.request(SESSION, { method: 'DELETE' }))).toBe('200 success');
    expect(page.cookies.has(COOKIE)).toBe(false);
    await ended(copy);
    expect(codeOf(await copy.request(SESSION, { method: 'DELETE' }))).toBe('200 success');
    expect(copy.cookies.has(COOKIE)).toBe(false);
  });

  it('end when the password changes; the API key stays', async () => {
    const { person, page } = await signedIn();
    const { page: other } = await signedIn(person);
    const changed = await page.call(updateSettings, { old_password: person.password, new_password: 'another good password' });
    expect(codeOf(changed)).toBe('200 success');
    for (const each of [page, other]) await ended(each);
    await page.signIn({ ...person, password: 'another good password' });
    expect(await world.as(person).ok(getMe, {})).toMatchObject({ user_id: person.user_id });
  });

  it('end when the password is reset by mail', async () => {
    const { person, page } = await signedIn();
    await browser().call(requestPasswordReset, { email: person.email });
    const { text } = await new Mailbox().mailTo(person.email);
    const [, key] = /accounts\/password\/reset\/(\S+)/.exec(text) ?? [];
    expect(codeOf(await browser().call(resetPassword, { key: key ?? '', new_password: 'a better password' }))).toBe('200 success');
    await ended(page);
  });

  it('end when the person is deactivated', async () => {
    const { person, page } = await signedIn();
    await world.as(world.administrator).ok(deactivateUser, { user_id: person.user_id });
    await ended(page);
  });
});

describe('an event queue of a session', () => {
  it('is polled with the cookie, and a held poll is answered soon when the session ends', async () => {
    const { person, page } = await signedIn();
    const { body: queue } = await page.call(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const poll = (last: number) =>
      page.request<{ events: { id: number; type: string }[] }>(`/json/events?queue_id=${queue.queue_id}&last_event_id=${last}`);
    const first = poll(-1);
    await page.call(sendMessage, { type: 'direct', to: [person.user_id], content: 'an event' });
    const { events } = (await first).body;
    expect(events).toMatchObject([{ type: 'message' }]);
    const held = poll(events[0]?.id ?? 0);
    // Without the end of the session, the answer would be a heartbeat after 45 seconds or more.
    const { sessions } = await world.as(person).ok(listSessions, {});
    await world.as(person).ok(endSession, { session_id: sessions[0]?.id ?? '' });
    const answer = await held;
    const isRefused = answer.status === 401;
    expect(isRefused || answer.body.events.length === 0).toBe(true);
    expect(codeOf(await poll(events[0]?.id ?? 0))).toBe('401 SESSION_ENDED');
  });
});
