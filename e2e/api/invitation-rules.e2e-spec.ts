import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { acceptInvitation, listInvitations, resendInvitation, revokeInvitation, sendInvitations } from '@parley/contracts/invitations';
import { getMessages } from '@parley/contracts/messaging';
import { createDomain, deleteDomain, getMe, updateOrganization } from '@parley/contracts/organization';
import type { DatabaseConnection } from '@parley/testing';
import { eventually } from '../client/eventually.js';
import { closeConnections, http } from '../client/http.js';
import { madeAccount } from '../client/joining.js';
import { Listener } from '../client/listener.js';
import { Mailbox } from '../client/mailbox.js';
import { connectToSuiteDatabase } from '../client/suite-database.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const owner = world.as(world.owner);
const member = world.as(world.member);
const elsewhere = world.demo.organizations.find(({ string_id }) => string_id === 'other')?.host ?? '';
let database: DatabaseConnection;
beforeAll(async () => {
  database = await connectToSuiteDatabase();
});
afterAll(async () => {
  await database.end();
  closeConnections();
});

const INVALID = '400 This invitation link is invalid or has expired.';
const MAILED_LATELY = '400 This address was sent an invitation within the last 24 hours. No mail was sent.';
/** Moves the last mail of the address into the past, by a day and a minute. */
const aDayPasses = (email: string) =>
  database.query("UPDATE invitation SET mailed_at = mailed_at - interval '1441 minutes' WHERE email = $1", [email]);
const address = (domain = 'example.com') => `${world.fresh('invited').replaceAll(' ', '-')}@${domain}`;
const said = ({ status, body }: { status: number; body: { msg: string } }) => `${status} ${body.msg}`;
const tokenIn = ({ text }: { text: string }) => /\/join\/([\w-]{43})\n/.exec(text)?.[1] ?? '';

/** Sends an invitation, and reads its mail. */
async function invited(fields: Record<string, unknown> = {}) {
  const email = address();
  await member.ok(sendInvitations, { invitee_emails: email, stream_ids: [], ...fields });
  const one = (await member.ok(listInvitations, {})).invites.find((each) => each.email === email);
  if (one === undefined) throw new Error('the invitation is not listed');
  return { ...one, email, token: tokenIn(await mailbox.mailTo(email)) };
}
const accept = async (token: string, full_name = 'Zoe Newcomer', host = world.host) =>
  world.anybody(host).call(acceptInvitation, { token, full_name, password: 'a good password' });
const page = async (token: string, host = world.host) => {
  const { status, text } = await http({ method: 'GET', url: `${world.baseUrl}/join/${token}`, headers: { host } });
  return { status, isForm: text.includes('<form'), isRefusal: text.includes('This invitation link is invalid or has expired.') };
};
const FORM = { status: 200, isForm: true, isRefusal: false };
const REFUSAL = { status: 400, isForm: false, isRefusal: true };

describe('an invitation by mail', () => {
  it('is valid for the minutes that its inviter chose', async () => {
    const { invited: at, expiry_date } = await invited({ invite_expires_in_minutes: 1 });
    expect((expiry_date ?? 0) - at).toBe(60);
    expect((await invited({ invite_expires_in_minutes: null })).expiry_date).toBeNull();
  });

  it('is invalid once it expired, and can no longer be listed, resent or revoked', async () => {
    const { id, token } = await invited({ invite_expires_in_minutes: 1 });
    expect(await page(token)).toEqual(FORM);
    await database.query("UPDATE invitation SET expires_at = now() - interval '1 second' WHERE id = $1", [id]);
    expect(await page(token)).toEqual(REFUSAL);
    expect(said(await accept(token))).toBe(INVALID);
    expect((await member.ok(listInvitations, {})).invites.map((one) => one.id)).not.toContain(id);
    for (const endpoint of [resendInvitation, revokeInvitation])
      expect(said(await member.call(endpoint, { invite_id: id }))).toBe('400 No such invitation');
  });

  it('is invalid at the host of another organization, and stays valid at its own', async () => {
    const { token, email } = await invited();
    expect(await page(token, elsewhere)).toEqual(REFUSAL);
    expect(said(await accept(token, 'Zoe Newcomer', elsewhere))).toBe(INVALID);
    expect(await page(token)).toEqual(FORM);
    const { status, body } = await accept(token);
    expect(status).toBe(200);
    expect(await world.as(madeAccount(body)).ok(getMe, {})).toMatchObject({ delivery_email: email });
  });

  it('is invalid once it is revoked', async () => {
    const { id, token } = await invited();
    await member.ok(revokeInvitation, { invite_id: id });
    expect(await page(token)).toEqual(REFUSAL);
    expect(said(await accept(token))).toBe(INVALID);
  });

  it('is sent again on another day with the same link, which works once', async () => {
    const { id, email, token } = await invited();
    expect(said(await member.call(resendInvitation, { invite_id: id }))).toBe(MAILED_LATELY);
    await aDayPasses(email);
    await member.ok(resendInvitation, { invite_id: id });
    expect(tokenIn(await mailbox.mailTo(email, 1))).toBe(token);
    expect((await accept(token)).status).toBe(200);
    expect(said(await accept(token))).toBe(INVALID);
    expect(said(await member.call(resendInvitation, { invite_id: id }))).toBe('400 No such invitation');
    expect(await mailbox.mailsTo(email)).toHaveLength(2);
  });

  it('is replaced by a newer one of the same address: the older link is invalid', async () => {
    const first = await invited();
    await aDayPasses(first.email);
    const shouted = first.email.replace('invited', 'INVITED');
    const listener = await Listener.begin(member, ['invites_changed']);
    await owner.ok(sendInvitations, { invitee_emails: shouted, stream_ids: [] });
    expect(await listener.receive(1)).toEqual([{ type: 'invites_changed' }]);
    const second = tokenIn(await mailbox.mailTo(shouted));
    expect(await page(first.token)).toEqual(REFUSAL);
    expect(said(await accept(first.token))).toBe(INVALID);
    expect((await member.ok(listInvitations, {})).invites.map(({ id }) => id)).not.toContain(first.id);
    expect((await accept(second)).status).toBe(200);
  });

  it('is sent to an address once a day, for any number of requests and inviters', async () => {
    const email = address();
    const administrator = world.as(world.administrator);
    await member.ok(sendInvitations, { invitee_emails: email, stream_ids: [] });
    const leftOut = {
      result: 'error',
      msg: "We weren't able to invite anyone.",
      code: 'INVITATION_FAILED',
      errors: [[email, 'Was sent an invitation within the last 24 hours.', false]],
      sent_invitations: false,
      daily_limit_reached: false,
      license_limit_reached: false,
    };
    for (const who of [member, owner, administrator, member]) {
      const { status, body } = await who.call(sendInvitations, { invitee_emails: email, stream_ids: [] });
      expect([status, body]).toEqual([400, leftOut]);
    }
    const { invites } = await owner.ok(listInvitations, {});
    const [one, ...others] = invites.filter((invite) => invite.email === email);
    expect(others).toEqual([]);
    for (const who of [member, owner]) expect(said(await who.call(resendInvitation, { invite_id: one?.id ?? 0 }))).toBe(MAILED_LATELY);
    await owner.ok(revokeInvitation, { invite_id: one?.id ?? 0 });
    expect((await owner.call(sendInvitations, { invitee_emails: email, stream_ids: [] })).body).toEqual(leftOut);
    expect((await mailbox.mailTo(email)).to).toEqual([email]);
    expect(await mailbox.mailsTo(email)).toHaveLength(1);
  });

  it('omits existing accounts, names them, and is sent to the others', async () => {
    const [email, known] = [address(), world.owner.delivery_email];
    const { status, body } = await member.call(sendInvitations, { invitee_emails: `${known}, Zoe <${email}>`, stream_ids: [] });
    expect([status, body]).toEqual([
      400,
      {
        result: 'error',
        msg: "Some of those addresses are already using Zulip, so we didn't send them an invitation. We did send invitations to everyone else!",
        code: 'INVITATION_FAILED',
        errors: [[known, 'Already has an account.', false]],
        sent_invitations: true,
        daily_limit_reached: false,
        license_limit_reached: false,
      },
    ]);
    expect(tokenIn(await mailbox.mailTo(email))).not.toBe('');
    expect(await mailbox.mailsTo(known)).toEqual([]);
  });
});

describe('the inviter', () => {
  const newsOf = async (name: string) => {
    const page = { anchor: 'newest', num_before: 100, num_after: 0, narrow: [{ operator: 'is', operand: 'dm' }], apply_markdown: false };
    const { messages } = await member.ok(getMessages, page);
    return messages.filter(({ content }) => content.includes(name));
  };

  it('receives a direct message when the invitation is accepted, unless they turned it off', async () => {
    const [quiet, loud] = [world.fresh('Quiet'), world.fresh('Loud')];
    await accept((await invited({ notify_referrer_on_join: false })).token, quiet);
    const { body } = await accept((await invited()).token, loud);
    const notice = await eventually(
      () => newsOf(loud),
      ({ length }) => length > 0,
    );
    expect(notice).toMatchObject([
      { content: `@_**${loud}|${body.user_id}** accepted your invitation to join Zulip!`, sender_full_name: 'Notification Bot', flags: [] },
    ]);
    // The notices of the earlier user have been sent before these.
    expect(await newsOf(quiet)).toEqual([]);
  });
});

describe('an organization that restricts email domains', () => {
  let domain: string;
  beforeEach(async () => {
    domain = `${world.fresh('d').replaceAll(/\W/g, '')}.example`;
    await owner.ok(createDomain, { domain, allow_subdomains: true });
    await owner.ok(updateOrganization, { emails_restricted_to_domains: true });
  });
  afterEach(async () => {
    await owner.ok(updateOrganization, { emails_restricted_to_domains: false });
    await owner.ok(deleteDomain, { domain });
  });

  it('refuses other addresses, and then invites no one', async () => {
    const [good, foreign, plus] = [address(`mail.${domain}`), address(), `zoe+1@${domain}`];
    const { status, body } = await member.call(sendInvitations, { invitee_emails: [good, foreign, plus].join(), stream_ids: [] });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({
        code: 'INVITATION_FAILED',
        msg: "Some emails did not validate, so we didn't send any invitations.",
        errors: [
          [foreign, 'Outside your domain.', false],
          [plus, 'Email addresses containing + are not allowed.', false],
        ],
        sent_invitations: false,
      }),
    ]);
    await member.ok(sendInvitations, { invitee_emails: good, stream_ids: [] });
    expect(await mailbox.mailTo(good)).toMatchObject({ to: [good] });
    expect(await mailbox.mailsTo(foreign)).toEqual([]);
  });

  it('also refuses users who were invited before', async () => {
    await owner.ok(updateOrganization, { emails_restricted_to_domains: false });
    const { email, token } = await invited();
    await owner.ok(updateOrganization, { emails_restricted_to_domains: true });
    expect(said(await accept(token))).toBe(`400 Email '${email}' not allowed in this organization`);
  });
});
