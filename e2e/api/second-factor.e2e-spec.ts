import { afterAll, describe, expect, it } from '@jest/globals';
import {
  confirmTotp,
  fetchApiKey,
  getMe,
  getSecondFactor,
  regenerateApiKey,
  removeTotp,
  requestPasswordReset,
  resetPassword,
  resetSecondFactor,
  startTotp,
} from '@parley/contracts/organization';
import { generateSync } from 'otplib';
import { Browser, type SignedIn } from '../client/browser.js';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { World } from '../client/world.js';

const world = new World();
afterAll(() => closeConnections());

type Person = Awaited<ReturnType<typeof world.newcomer>>;

const codeOf = ({ status, body }: { status: number; body: object }) => `${status} ${Reflect.get(body, 'code') ?? 'success'}`;
const browser = () => new Browser(world.baseUrl, world.host);
const NEXT = '/json/session/second_factor';
/** A code that was not used yet. Each newer one is of a later step of time. */
const shown = (secret: string, steps = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + steps * 30 });

async function enrolled(): Promise<{ person: Person; page: Browser; secret: string; codes: readonly string[] }> {
  const person = await world.newcomer();
  const page = browser();
  await page.signIn(person);
  const { body } = await page.call(startTotp, {});
  // A code of the step before, so that the next one is newer.
  const confirmed = await page.call(confirmTotp, { totp_code: shown(body.secret, -1) });
  expect(codeOf(confirmed)).toBe('200 success');
  return { person, page, secret: body.secret, codes: confirmed.body.recovery_codes };
}

async function stepOf(page: Browser, { email, password }: Pick<Person, 'email' | 'password'>): Promise<string> {
  const { status, body } = await page.trySignIn(email, password);
  expect([status, Reflect.get(body, 'code')]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
  return String(Reflect.get(body, 'step_token'));
}

const finish = (page: Browser, step_token: string, code: string, headers: Record<string, string> = {}) =>
  page.request<SignedIn>(NEXT, { method: 'POST', fields: { step_token, code }, headers });

describe('a person with a second factor', () => {
  it('signs in with a browser in two steps, and a cookie is set by the second one only', async () => {
    const { person, secret, codes } = await enrolled();
    const page = browser();
    page.cookies.set('parley_session', 'a'.repeat(43));
    const step = await stepOf(page, person);
    expect(page.cookies.get('parley_session')).toBe('a'.repeat(43));
    expect(codeOf(await page.request('/json/session'))).toBe('401 SESSION_ENDED');
    const asked = await finish(page, step, '000');
    expect([codeOf(asked), asked.headers['www-authenticate']]).toEqual(['401 SECOND_FACTOR_WRONG', 'Session realm="zulip"']);
    expect(codeOf(await finish(page, step, shown(secret), { origin: 'http://evil.example' }))).toBe('403 CROSS_ORIGIN');
    const { status, body, headers } = await finish(page, step, shown(secret));
    expect([status, body]).toEqual([
      200,
      { result: 'success', msg: '', csrf_token: expect.any(String), user_id: person.user_id, email: person.email },
    ]);
    expect([headers['set-cookie'] ?? []].flat()[0]).toMatch(/^parley_session=[\w-]{43}; .*HttpOnly/);
    expect(page.cookies.get('parley_session')).not.toBe('a'.repeat(43));
    expect((await page.call(getMe, {})).body).toMatchObject({ user_id: person.user_id });
    expect(codeOf(await finish(browser(), step, codes[0] ?? ''))).toBe('401 SIGN_IN_STEP_ENDED');
    const again = browser();
    expect(codeOf(await finish(again, await stepOf(again, person), codes[0] ?? ''))).toBe('200 success');
    expect(codeOf(await again.request(NEXT, { method: 'POST', fields: {} }))).toBe('400 REQUEST_VARIABLE_MISSING');
  });

  it('gets no API key for the password, and goes on with the one that they have', async () => {
    const { person } = await enrolled();
    const answer = await world.anybody(world.host).call(fetchApiKey, { username: person.email, password: person.password });
    expect([codeOf(answer), answer.body]).toEqual([
      '401 SECOND_FACTOR_REQUIRED',
      expect.not.objectContaining({ step_token: expect.anything() }),
    ]);
    expect(await world.as(person).ok(getMe, {})).toMatchObject({ user_id: person.user_id });
    expect(await world.as(person).ok(getSecondFactor, {})).toMatchObject({ is_active: true });
    expect(codeOf(await world.as(person).call(removeTotp, {}))).toBe('403 BROWSER_SESSION_REQUIRED');
  });

  it('needs it after a password reset too', async () => {
    const { person, secret } = await enrolled();
    await world.anybody(world.host).ok(requestPasswordReset, { email: person.email });
    const links = async () =>
      (await new Mailbox().mailsTo(person.email)).flatMap(({ text }) => /\/accounts\/password\/reset\/(\S+)/.exec(text)?.[1] ?? []);
    const [key = ''] = await eventually(links, ({ length }) => length > 0);
    const password = 'staple battery horse correct';
    await world.anybody(world.host).ok(resetPassword, { key, new_password: password });
    const page = browser();
    const step = await stepOf(page, { email: person.email, password });
    expect(codeOf(await finish(page, step, shown(secret)))).toBe('200 success');
  });

  it('is asked again for a new API key with a session, and their other sessions have ended', async () => {
    const { page, secret } = await enrolled();
    expect(codeOf(await page.call(regenerateApiKey, {}))).toBe('200 success');
    const proof = (fields: Record<string, string>) => page.request('/json/session/proof', { method: 'POST', fields });
    expect(codeOf(await proof({ password: 'x' }))).toBe('403 PROOF_REQUIRED');
    expect(codeOf(await proof({ code: '123' }))).toBe('401 SECOND_FACTOR_WRONG');
    expect(codeOf(await proof({ code: shown(secret) }))).toBe('200 success');
    expect(codeOf(await page.request('/json/session/proof', { method: 'POST', fields: {}, headers: { 'x-csrftoken': 'x' } }))).toBe(
      '403 CSRF_FAILED',
    );
    expect(codeOf(await browser().request('/json/session/proof', { method: 'POST', fields: {} }))).toBe('401 SESSION_REQUIRED');
  });

  it('loses it when an administrator resets it, with all sessions', async () => {
    const { person, page } = await enrolled();
    await world.as(world.administrator).ok(resetSecondFactor, { user_id: person.user_id });
    const state = () => page.request('/json/session').then(codeOf);
    expect(await eventually(state, (said) => said !== '200 success')).toBe('401 SESSION_ENDED');
    await browser().signIn(person);
    expect(codeOf(await world.as(world.member).call(resetSecondFactor, { user_id: person.user_id }))).toBe('400 BAD_REQUEST');
  });
});
