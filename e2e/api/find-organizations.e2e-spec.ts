import { afterAll, describe, expect, it } from '@jest/globals';
import { createUser, findOrganizations } from '@parley/contracts/organization';
import { organizationOf } from '../client/demo.js';
import { closeConnections, http } from '../client/http.js';
import { Mailbox } from '../client/mailbox.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const away = organizationOf(world.demo, 'other').host;
afterAll(() => closeConnections());

/** A user with an account in both organizations. */
async function userOfBoth(): Promise<string> {
  const email = `${world.fresh('wanderer').replaceAll(' ', '-')}@demo.example`;
  for (const administrator of [world.administrator, world.stranger]) {
    await world.as(administrator).ok(createUser, { email, password: 'correct horse battery', full_name: 'Wan Derer' });
  }
  return email;
}

describe('finding organizations by mail', () => {
  it.each([
    ['the host of one of them', world.host],
    ['a bare host', undefined],
  ])('lists all of them in one mail, requested at %s', async (_, host) => {
    const email = await userOfBoth();
    await world.anybody(host).ok(findOrganizations, { email });
    const { text, to } = await mailbox.mailTo(email);
    expect(to).toEqual([email]);
    for (const one of [world.host, away]) expect(text).toContain(`http://${one}\n`);
    expect(await mailbox.mailsTo(email)).toHaveLength(1);
  });

  it('can be requested with a page', async () => {
    const { delivery_email: email } = world.third;
    const before = (await mailbox.mailsTo(email)).length;
    const url = `${world.baseUrl}/accounts/find`;
    const shown = await http({ method: 'GET', url });
    expect([shown.status, shown.text]).toEqual([200, expect.stringContaining('<input id="email"')]);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await http({ method: 'POST', url, headers, body: new URLSearchParams({ email }).toString() });
    expect([sent.status, sent.text]).toEqual([200, expect.stringContaining('If your address has an account here')]);
    const { text } = await mailbox.mailTo(email, before);
    expect(text).toContain(`http://${world.host}\n`);
    expect(text).not.toContain(away);
  });

  it('has the same answer for all addresses', async () => {
    for (const email of [await userOfBoth(), 'nobody@demo.example', world.bot.delivery_email]) {
      const { status, body } = await world.anybody().call(findOrganizations, { email });
      expect({ status, body }).toEqual({ status: 200, body: { result: 'success', msg: '' } });
    }
  });

  it.each([
    ['an invalid address', { email: 'nobody' }, 'BAD_REQUEST', 'Enter a valid email address.'],
    ['an address with a mail header', { email: 'a@demo.example\nBcc: b@demo.example' }, 'BAD_REQUEST', 'Enter a valid email address.'],
    ['no address', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'email' argument"],
  ])('is refused for %s', async (_, params, code, msg) => {
    const { status, body } = await world.anybody().call(findOrganizations, params);
    expect([status, body.code, body.msg]).toEqual([400, code, msg]);
  });
});
