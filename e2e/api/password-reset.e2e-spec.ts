import { afterAll, describe, expect, it } from '@jest/globals';
import { getEvents, registerQueue } from '@parley/contracts/event-queue';
import { deactivateUser, fetchApiKey, getMe, requestPasswordReset, resetPassword } from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { closeConnections, http } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const anybody = world.anybody(world.host);
afterAll(() => closeConnections());

const NEW = 'a better password';
const INVALID = 'This confirmation link is invalid or has expired.';
type Person = Awaited<ReturnType<typeof world.newcomer>>;

const logIn = (email: string, password: string) => anybody.call(fetchApiKey, { username: email, password });
const said = ({ status, body }: { status: number; body: { msg: string } }) => `${status} ${body.msg}`;

/** The link in the mail with this index. */
async function linkFor({ email }: Person, index = 0): Promise<{ url: string; key: string }> {
  await anybody.ok(requestPasswordReset, { email });
  const { text } = await mailbox.mailTo(email, index);
  const [url = ''] = /https?:\/\/\S+\/accounts\/password\/reset\/\S+/.exec(text) ?? [];
  return { url, key: url.split('/').at(-1) ?? '' };
}

describe('a password reset by mail', () => {
  it('sets the password once; the API key and the event queues stay', async () => {
    const person = await world.newcomer();
    const { queue_id } = await world.as(person).ok(registerQueue, { event_types: ['message'], fetch_event_types: [] });
    const { url, key } = await linkFor(person);
    expect(new URL(url).host).toBe(world.host);
    const done = await anybody.ok(resetPassword, { key, new_password: NEW });
    expect(done).toMatchObject({ email: person.email, realm_url: `http://${world.host}` });
    expect((await logIn(person.email, NEW)).body).toMatchObject({ api_key: person.api_key, user_id: person.user_id });
    expect((await logIn(person.email, person.password)).status).toBe(401);
    expect(await world.as(person).ok(getMe, {})).toMatchObject({ user_id: person.user_id });
    await world.as(person).ok(getEvents, { queue_id, last_event_id: -1, dont_block: true });
    expect(said(await anybody.call(resetPassword, { key, new_password: 'yet another one' }))).toBe(`400 ${INVALID}`);
    expect((await logIn(person.email, NEW)).status).toBe(200);
  });

  it('works with the page that the link opens', async () => {
    const person = await world.newcomer();
    const headers = { host: world.host, 'content-type': 'application/x-www-form-urlencoded' };
    const body = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    const form = `${world.baseUrl}/accounts/password/reset`;
    const response = await http({ method: 'POST', url: form, headers, body: body({ email: person.email }) });
    expect([response.status, response.text]).toEqual([200, expect.stringContaining('If your address has an account here')]);
    const { text } = await mailbox.mailTo(person.email);
    const url = `${form}/${/accounts\/password\/reset\/(\S+)/.exec(text)?.[1]}`;
    const shown = await http({ method: 'GET', url, headers: { host: world.host } });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<input id="password"')]);
    const done = await http({ method: 'POST', url, headers, body: body({ password: NEW }) });
    // Without the header Origin they are not signed in: the sign-in page of the web app has their address.
    expect([done.status, done.headers.location]).toEqual([303, `/login#email=${encodeURIComponent(person.email)}`]);
    expect((await logIn(person.email, NEW)).status).toBe(200);
    const again = await http({ method: 'POST', url, headers, body: body({ password: NEW }) });
    expect([again.status, again.text]).toEqual([400, expect.stringContaining(INVALID)]);
  });

  it('can be requested several times: using one link, or changing the password, ends the others', async () => {
    const person = await world.newcomer();
    const links = [await linkFor(person, 0), await linkFor(person, 1)];
    expect(await anybody.ok(resetPassword, { key: links[0]?.key, new_password: NEW })).toMatchObject({ email: person.email });
    expect(said(await anybody.call(resetPassword, { key: links[1]?.key, new_password: NEW }))).toBe(`400 ${INVALID}`);
    const { key } = await linkFor(person, 2);
    await world.as(person).ok(updateSettings, { old_password: NEW, new_password: 'remembered again' });
    expect(said(await anybody.call(resetPassword, { key, new_password: NEW }))).toBe(`400 ${INVALID}`);
  });

  it('has the same answer for active, unknown and deactivated users and bots', async () => {
    const gone = await world.newcomer();
    await world.as(world.administrator).ok(deactivateUser, { user_id: gone.user_id });
    const answers = await Promise.all(
      [world.member.delivery_email, 'nobody@demo.example', gone.email, world.bot.delivery_email].map((email) =>
        anybody.call(requestPasswordReset, { email }),
      ),
    );
    for (const { status, body } of answers) expect({ status, body }).toEqual({ status: 200, body: { result: 'success', msg: '' } });
    await mailbox.mailTo(world.member.delivery_email);
    expect(await mailbox.mailsTo(gone.email)).toEqual([]);
  });

  it.each([
    ['an invalid address', { email: 'nobody' }, 400, 'BAD_REQUEST', 'Enter a valid email address.'],
    ['several addresses', { email: 'a@demo.example,b@demo.example' }, 400, 'BAD_REQUEST', 'Enter a valid email address.'],
    [
      'an address with a mail header',
      { email: 'a@demo.example\r\nBcc: b@demo.example' },
      400,
      'BAD_REQUEST',
      'Enter a valid email address.',
    ],
    ['no address', {}, 400, 'REQUEST_VARIABLE_MISSING', "Missing 'email' argument"],
  ])('is refused for %s', async (_, params, status, code, msg) => {
    const answer = await anybody.call(requestPasswordReset, params);
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([status, code, msg]);
  });

  it('is refused at a host of no organization', async () => {
    const { status, body } = await world.anybody('nowhere.localhost').call(requestPasswordReset, { email: 'nobody@demo.example' });
    expect([status, body.code]).toEqual([404, 'NONEXISTENT_SUBDOMAIN']);
  });

  it('is refused with a weak password, and the link stays valid', async () => {
    const person = await world.newcomer();
    const { key } = await linkFor(person);
    for (const new_password of ['', 'short', 'x'.repeat(101)]) {
      expect(said(await anybody.call(resetPassword, { key, new_password }))).toBe('400 The password is too weak.');
    }
    expect(await anybody.ok(resetPassword, { key, new_password: NEW })).toMatchObject({ email: person.email });
  });

  it.each([
    ['a word', 'x'],
    ['a null byte', 'a\0b'],
    ['a number', '-1'],
    ['a forged key', `${crypto.randomUUID()}.${'A'.repeat(43)}`],
    ['a well-formed key without a nonce', `${'0'.repeat(36)}.${'A'.repeat(43)}`],
    ['5,000 letters', 'x'.repeat(5_000)],
  ])('is refused with the key: %s', async (_, key) => {
    expect(said(await anybody.call(resetPassword, { key, new_password: NEW }))).toBe(`400 ${INVALID}`);
  });
});
