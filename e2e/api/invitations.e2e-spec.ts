import { afterAll, describe, expect, it } from '@jest/globals';
import { getIsSubscribed } from '@parley/contracts/channels';
import {
  acceptInvitation,
  createMultiuseInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeMultiuseInvitation,
  sendInvitations,
} from '@parley/contracts/invitations';
import { createUserGroup, deactivateUser, fetchApiKey, getMe, getUserGroupMembers } from '@parley/contracts/organization';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { joinByLink, madeAccount, provenToken } from '../client/joining.js';
import { Listener } from '../client/listener.js';
import { Mailbox } from '../client/mailbox.js';
import { World } from '../client/world.js';

const world = new World();
const mailbox = new Mailbox();
const owner = world.as(world.owner);
const administrator = world.as(world.administrator);
const member = world.as(world.member);
const guest = world.as(world.guest);
afterAll(() => closeConnections());

type Someone = typeof owner;
const address = () => `${world.fresh('invited').replaceAll(' ', '-')}@example.com`;
const said = ({ status, body }: { status: number; body: { msg: string } }) => `${status} ${body.msg}`;
const INVALID = '400 This invitation link is invalid or has expired.';
const UNKNOWN_ID = 1_999_999_999;

/** The status and body of a refused request. */
async function failure(who: Someone, invitee_emails: string, fields: Record<string, unknown> = {}) {
  const { status, body } = await who.call(sendInvitations, { invitee_emails, stream_ids: [], ...fields });
  return { status, body: body as Record<string, unknown> };
}
const refusal = async (who: Someone, fields: Record<string, unknown>, emails = address()) => {
  const { status, body } = await failure(who, emails, fields);
  return `${status} ${String(body.msg)}`;
};
const mine = async (who: Someone) => (await who.ok(listInvitations, {})).invites;

async function link(who: Someone, fields: Record<string, unknown> = {}) {
  const { invite_link } = await who.ok(createMultiuseInvitation, fields);
  const made = (await mine(who)).find(({ link_url }) => link_url === invite_link);
  if (made === undefined) throw new Error('the link is not listed');
  return { ...made, invite_link, token: invite_link.split('/').at(-1) ?? '' };
}
const accept = (fields: Record<string, unknown>, host = world.host) =>
  world.anybody(host).call(acceptInvitation, { full_name: 'Zoe Newcomer', password: 'a good password', email: address(), ...fields });

describe('inviting by mail', () => {
  it('sends a link, as text and HTML, that creates the account of that address once', async () => {
    const email = address();
    await member.ok(sendInvitations, { invitee_emails: email, stream_ids: [] });
    const mail = await mailbox.mailTo(email);
    expect(mail).toMatchObject({ to: [email], subject: expect.stringMatching(/ invited you to /) });
    const [linkAddress, token = ''] = new RegExp(`http://${world.host}/join/([\\w-]{43})`).exec(mail.text) ?? [];
    expect(mail.html).toContain(linkAddress);
    const { body } = await accept({ token, email: undefined });
    expect(await world.as(madeAccount(body)).ok(getMe, {})).toMatchObject({ delivery_email: email });
    expect(said(await accept({ token, email: undefined }))).toBe(INVALID);
  });

  it('needs an address', async () => {
    for (const emails of ['', ' ', ', ,\n,'])
      expect(await refusal(member, {}, emails)).toBe('400 You must specify at least one email address.');
    expect(said(await member.call(sendInvitations, { stream_ids: [] }))).toBe("400 Missing 'invitee_emails' argument");
    expect(said(await member.call(sendInvitations, { invitee_emails: address() }))).toBe("400 Missing 'stream_ids' argument");
  });

  it('names all invalid addresses, and invites no one', async () => {
    const { status, body } = await failure(member, `${address()}, Nobody <nothing>\nzoe@mailinator.com,a\0b@example.com`);
    expect(status).toBe(400);
    expect(body).toEqual({
      result: 'error',
      msg: "Some emails did not validate, so we didn't send any invitations.",
      code: 'INVITATION_FAILED',
      errors: [
        ['nothing', 'Invalid address.', false],
        ['zoe@mailinator.com', 'Please use your real email address.', false],
        ['a\0b@example.com', 'Invalid address.', false],
      ],
      sent_invitations: false,
      daily_limit_reached: false,
      license_limit_reached: false,
    });
  });

  it('names existing accounts, including deactivated ones', async () => {
    const gone = await world.newcomer();
    await administrator.ok(deactivateUser, { user_id: gone.user_id });
    const { body } = await failure(member, `${world.owner.delivery_email.toUpperCase()},${gone.email}`);
    expect(body).toMatchObject({
      code: 'INVITATION_FAILED',
      msg: "We weren't able to invite anyone.",
      errors: [
        [world.owner.delivery_email.toUpperCase(), 'Already has an account.', false],
        [gone.email, 'Account has been deactivated.', true],
      ],
      sent_invitations: false,
    });
  });

  it('does not reveal accounts of another organization', async () => {
    await member.ok(sendInvitations, { invitee_emails: world.stranger.delivery_email, stream_ids: [] });
    for (const { id } of await mine(member)) await member.ok(revokeInvitation, { invite_id: id });
  });
});

const OFFERS = [
  [
    'by mail',
    (who: Someone, fields: Record<string, unknown>) => who.call(sendInvitations, { invitee_emails: address(), stream_ids: [], ...fields }),
  ],
  ['by a reusable link', (who: Someone, fields: Record<string, unknown>) => who.call(createMultiuseInvitation, fields)],
] as const;

describe.each(OFFERS)('an invitation %s', (_, offer) => {
  const refused = async (who: Someone, fields: Record<string, unknown>) => said(await offer(who, fields));

  it('needs the permission', async () => {
    expect(await refused(guest, {})).toBe('400 Insufficient permission');
    expect(await refused(world.as(world.bot), {})).toBe('400 This endpoint does not accept bot requests.');
    expect((await offer(world.anybody(), {})).status).toBe(401);
  });

  it('may not have a role above that of the inviter', async () => {
    expect(await refused(administrator, { invite_as: 100 })).toBe('400 Must be an organization owner');
    for (const invite_as of [0, 500, '400', null, 2 ** 40]) expect(await refused(administrator, { invite_as })).toMatch(/^400 .*invite_as/);
  });

  it('is valid for some minutes, or forever', async () => {
    for (const invite_expires_in_minutes of [0, -1, 1.5, 2 ** 31, 2 ** 60, 'never', true])
      expect(await refused(administrator, { invite_expires_in_minutes })).toMatch(/^400 invite_expires_in_minutes/);
  });

  it('can add channels that the caller may see and add others to', async () => {
    const { id: closed } = await world.channel([world.owner], { invite_only: true });
    expect(await refused(administrator, { stream_ids: [closed] })).toBe(
      '400 You do not have permission to subscribe other users to channels.',
    );
    for (const id of [UNKNOWN_ID, 0, -1, 2 ** 40])
      expect(await refused(administrator, { stream_ids: [id] })).toBe(`400 Invalid channel ID ${id}. No invites were sent.`);
    expect(await refused(administrator, { stream_ids: ['x'] })).toMatch(/^400 stream_ids/);
    expect(await refused(administrator, { stream_ids: Array.from({ length: 1001 }, (_, index) => index) })).toMatch(/^400 stream_ids/);
  });

  it('can add groups that the caller may add others to', async () => {
    for (const id of [UNKNOWN_ID, 0, -1, 2 ** 40]) expect(await refused(administrator, { group_ids: [id] })).toBe('400 Invalid user group');
  });

  it('can have a welcome text of limited length', async () => {
    expect(await refused(administrator, { welcome_message_custom_text: '𝒳'.repeat(8001) })).toBe(
      '400 welcome_message_custom_text is too long (limit: 8000 characters)',
    );
    expect(await refused(administrator, { welcome_message_custom_text: 'a\0b' })).toMatch(/^400 welcome_message_custom_text/);
  });
});

describe('members who invite', () => {
  it('may not set the welcome text', async () => {
    const email = address();
    await member.ok(sendInvitations, { invitee_emails: email, stream_ids: [], welcome_message_custom_text: 'Send me your password' });
    const { invites } = await administrator.ok(listInvitations, {});
    const made = invites.find((invite) => invite.email === email);
    expect(made).toMatchObject({ welcome_message_custom_text: null });
    await member.ok(revokeInvitation, { invite_id: made?.id ?? 0 });
  });

  it('may not offer the roles of administrators and moderators', async () => {
    for (const invite_as of [200, 300]) expect(await refusal(member, { invite_as })).toBe('400 Must be an organization administrator');
    expect(await refusal(member, { invite_as: 100 })).toBe('400 Must be an organization owner');
  });

  it('may not offer channels that they cannot see', async () => {
    const { id } = await world.channel([world.owner], { invite_only: true });
    expect(await refusal(member, { stream_ids: [id] })).toBe(`400 Invalid channel ID ${id}. No invites were sent.`);
  });

  it('may not offer groups to which they may not add others', async () => {
    const { group_id } = await owner.ok(createUserGroup, { name: world.fresh('closed'), description: '', members: [] });
    expect(await refusal(member, { group_ids: [group_id] })).toBe('400 Insufficient permission');
  });

  it('may not create reusable links without the permission', async () => {
    expect(said(await member.call(createMultiuseInvitation, {}))).toBe('400 Insufficient permission');
  });
});

describe('a reusable link', () => {
  it('is listed for administrators with its expiry, and sends them events', async () => {
    const listener = await Listener.begin(owner, ['invites_changed']);
    const made = await link(administrator, { invite_expires_in_minutes: 60, invite_as: 600, welcome_message_custom_text: 'Hello!' });
    expect(made).toEqual({
      id: expect.any(Number),
      invited_by_user_id: world.administrator.user_id,
      invited: expect.any(Number),
      expiry_date: made.invited + 3600,
      invited_as: 600,
      is_multiuse: true,
      notify_referrer_on_join: false,
      welcome_message_custom_text: 'Hello!',
      link_url: made.invite_link,
      invite_link: made.invite_link,
      token: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect((await mine(owner)).map(({ id }) => id)).toContain(made.id);
    expect(await mine(member)).toEqual([]);
    await owner.ok(revokeMultiuseInvitation, { invite_id: made.id });
    expect(await listener.receive(2)).toEqual([{ type: 'invites_changed' }, { type: 'invites_changed' }]);
    expect((await mine(owner)).map(({ id }) => id)).not.toContain(made.id);
  });

  it('is valid for ten days by default, and forever with null', async () => {
    const usual = await link(administrator);
    expect((usual.expiry_date ?? 0) - usual.invited).toBe(864_000);
    const lasting = await link(administrator, { invite_expires_in_minutes: null });
    expect(lasting.expiry_date).toBeNull();
    for (const { id } of [usual, lasting]) await administrator.ok(revokeMultiuseInvitation, { invite_id: id });
  });

  it('creates an account with its role, channels and groups for each person who proves an address', async () => {
    const [chosen, other] = [await world.channel([world.owner]), await world.channel([world.owner])];
    const { group_id } = await owner.ok(createUserGroup, { name: world.fresh('team'), description: '', members: [] });
    const { token, id } = await link(owner, { invite_as: 300, stream_ids: [chosen.id], group_ids: [group_id] });
    for (const email of [address(), address()]) {
      const account = await joinByLink(world, mailbox, token, { full_name: 'Zoe Newcomer', password: 'a good password', email });
      const newcomer = world.as(account);
      expect(await newcomer.ok(getMe, {})).toMatchObject({
        user_id: account.user_id,
        full_name: 'Zoe Newcomer',
        role: 300,
        delivery_email: email,
      });
      expect((await owner.ok(getUserGroupMembers, { user_group_id: group_id })).members).toContain(account.user_id);
      const isIn = async (stream_id: number) => (await owner.ok(getIsSubscribed, { user_id: account.user_id, stream_id })).is_subscribed;
      expect(await eventually(() => isIn(chosen.id), Boolean)).toBe(true);
      expect(await isIn(other.id)).toBe(false);
    }
    await owner.ok(revokeMultiuseInvitation, { invite_id: id });
  });

  it('creates no account for an address that is not proved, and does not tell whether it has one', async () => {
    const { token, id } = await link(administrator);
    const gone = await world.newcomer();
    await administrator.ok(deactivateUser, { user_id: gone.user_id });
    const [email, known] = [address(), (await world.newcomer()).email];
    for (const asked of [email, known, gone.email, known.toUpperCase(), email]) {
      const { status, body } = await accept({ token, email: asked });
      expect({ status, body }).toEqual({ status: 200, body: { result: 'success', msg: '', mail_sent: true } });
    }
    expect((await world.anybody(world.host).call(fetchApiKey, { username: email, password: 'a good password' })).status).toBe(401);
    expect((await mailbox.mailTo(email)).subject).toMatch(/^Finish joining /);
    expect((await mailbox.mailTo(known)).text).toContain('This address already has an account there.');
    expect((await mailbox.mailTo(gone.email)).text).toContain('was deactivated');
    for (const one of [email, known, gone.email]) expect(await mailbox.mailsTo(one)).toHaveLength(1);
    expect(await mailbox.mailsTo(known.toUpperCase())).toEqual([]);
    await administrator.ok(revokeMultiuseInvitation, { invite_id: id });
  });

  it('needs a valid name, password and address', async () => {
    const { token, id } = await link(administrator);
    const refused = async (fields: Record<string, unknown>) => said(await accept({ token, ...fields }));
    expect(await refused({ email: undefined })).toBe('400 Enter a valid email address.');
    expect(await refused({ email: 'nothing' })).toBe('400 Enter a valid email address.');
    expect(await refused({ email: 'a\0b@example.com' })).toBe('400 Enter a valid email address.');
    expect(await refused({ email: 'zoe@mailinator.com' })).toBe('400 Please use your real email address.');
    const own = await provenToken(world, mailbox, { token, email: address() });
    const refusedByOwn = async (fields: Record<string, unknown>) => said(await accept({ token: own, email: undefined, ...fields }));
    expect(await refusedByOwn({ full_name: 'Z' })).toBe('400 Name too short!');
    expect(await refusedByOwn({ full_name: 'Z\0oe' })).toBe('400 Invalid characters in name!');
    expect(await refusedByOwn({ full_name: undefined })).toBe("400 Missing 'full_name' argument");
    expect(await refusedByOwn({ password: 'short' })).toBe('400 The password is too weak.');
    expect(await refusedByOwn({ password: undefined })).toBe("400 Missing 'password' argument");
    expect((await accept({ token: own, email: undefined })).status).toBe(200);
    await administrator.ok(revokeMultiuseInvitation, { invite_id: id });
  });

  it('creates one account for many requests with the link of one mail at the same moment', async () => {
    const { token, id } = await link(administrator);
    const own = await provenToken(world, mailbox, { token, email: address() });
    const answers = await Promise.all(Array.from({ length: 5 }, () => accept({ token: own, email: address() })));
    expect(answers.map(said).sort()).toEqual(['200 ', INVALID, INVALID, INVALID, INVALID]);
    await administrator.ok(revokeMultiuseInvitation, { invite_id: id });
  });

  it('has the same error if it is revoked, also with the links that were mailed for it, of another organization, or invalid', async () => {
    const { token, id } = await link(administrator);
    const elsewhere = world.demo.organizations.find(({ string_id }) => string_id === 'other')?.host ?? '';
    expect(said(await accept({ token }, elsewhere))).toBe(INVALID);
    const own = await provenToken(world, mailbox, { token, email: address() });
    await administrator.ok(revokeMultiuseInvitation, { invite_id: id });
    expect(said(await accept({ token }))).toBe(INVALID);
    expect(said(await accept({ token: own, email: undefined }))).toBe(INVALID);
    for (const made of ['A'.repeat(43), 'x', '', '\0', '../', 'A'.repeat(5000)]) expect(said(await accept({ token: made }))).toBe(INVALID);
  });
});

describe('managing an invitation', () => {
  it('is allowed for its inviter and for administrators; for invitations of owners only for owners', async () => {
    const { id } = await link(owner, { invite_as: 100 });
    const at = { invite_id: id };
    expect(said(await member.call(revokeMultiuseInvitation, at))).toBe('400 Must be an organization administrator');
    expect(said(await administrator.call(revokeMultiuseInvitation, at))).toBe('400 Must be an organization owner');
    expect(said(await world.as(world.stranger).call(revokeMultiuseInvitation, at))).toBe('400 No such invitation');
    expect(said(await world.as(world.bot).call(revokeMultiuseInvitation, at))).toBe('400 This endpoint does not accept bot requests.');
    await owner.ok(revokeMultiuseInvitation, at);
    expect(said(await owner.call(revokeMultiuseInvitation, at))).toBe('400 No such invitation');
  });

  it('needs an existing invitation of that kind', async () => {
    const { id } = await link(administrator);
    for (const endpoint of [revokeInvitation, resendInvitation]) {
      for (const invite_id of [id, UNKNOWN_ID, 0, -1, 2 ** 40])
        expect(said(await administrator.call(endpoint, { invite_id }))).toBe('400 No such invitation');
      expect(said(await guest.call(endpoint, { invite_id: UNKNOWN_ID }))).toBe('400 No such invitation');
    }
    await administrator.ok(revokeMultiuseInvitation, { invite_id: id });
  });

  it('is not available to visitors who are not logged in, and bots', async () => {
    expect((await world.anybody(world.host).call(listInvitations, {})).status).toBe(401);
    expect(said(await world.as(world.bot).call(listInvitations, {}))).toBe('400 This endpoint does not accept bot requests.');
  });
});
