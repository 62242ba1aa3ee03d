import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeParams, type Endpoint, type OutputOf, type ParamShape, ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  acceptInvitation,
  createMultiuseInvitation,
  describeInvitation,
  finishInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  revokeMultiuseInvitation,
  sendInvitations,
} from '@parley/contracts/invitations';
import {
  AudienceIndex,
  clientEvents,
  loggedEvents,
  newestSeq,
  queueView,
  Rows,
  type TestSmtp,
  TestSuite,
  testSmtp,
  type UserRow,
} from '@parley/testing';
import type { z } from 'zod';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

let stores: TestSuite;
let smtp: TestSmtp;
let rows: Rows;
let organization: Awaited<ReturnType<Rows['organization']>>;
let owner: UserRow;
let administrator: UserRow;
let member: UserRow;

beforeAll(async () => {
  [stores, smtp] = await Promise.all([TestSuite.open(), testSmtp()]);
  rows = new Rows(stores.database);
  await stores.start('invitations', InvitationsServiceModule, invitationsConfig, smtp.env);
});
afterAll(async () => {
  await stores.close();
  await smtp.close();
});
beforeEach(async () => {
  organization = await rows.organization();
  owner = await rows.user(organization, { role: ROLES.owner });
  administrator = await rows.user(organization, { role: ROLES.administrator });
  member = await rows.user(organization);
});

type Fields = Readonly<Record<string, unknown>>;
function call<S extends ParamShape, R extends z.ZodRawShape>(
  endpoint: Endpoint<S, R, 'user'>,
  who: UserRow,
  fields: Fields = {},
  path: Readonly<Record<string, string>> = {},
): Promise<OutputOf<Endpoint<S, R, 'user'>>> {
  const { params } = decodeParams(endpoint.params, { fields, path });
  return stores.rpc.call(endpoint, params, who.caller);
}
let next = 1;
const fresh = () => `invited-${next++}@example.com`;
const invite = (who: UserRow, invitee_emails: string, fields: Fields = {}) =>
  call(sendInvitations, who, { invitee_emails, stream_ids: '[]', ...fields });
const list = async (who: UserRow) => (await call(listInvitations, who)).invites;
const aDayPasses = () =>
  stores.database.client.invitation.updateMany({
    where: { organizationId: organization.id, mailedAt: { not: null } },
    data: { mailedAt: new Date(Date.now() - 86_400_000 - 60_000) },
  });
const receivedDuring = async (who: UserRow, work: () => Promise<unknown>) => {
  const index = await AudienceIndex.read(stores.database, organization.id);
  const seq = await newestSeq(stores.database, organization.id);
  await work();
  return clientEvents(await loggedEvents(stores.database, organization.id, seq), queueView(who.id), index).map(({ type }) => type);
};

describe('an invitation', () => {
  it('is mailed once, and sent to its inviter and administrators as an event', async () => {
    const email = fresh();
    expect(await receivedDuring(administrator, () => invite(member, `Zoe <${email}>`))).toEqual(['invites_changed']);
    const mail = await smtp.next(email);
    expect(mail.text).toContain(`${organization.stringId}.`);
    expect(mail.text).toMatch(/\/join\/[\w-]{43}\n/);
    const [one] = await list(member);
    expect(one).toMatchObject({ email, invited_as: 400, invited_by_user_id: member.id, is_multiuse: false, notify_referrer_on_join: true });
    expect((one?.expiry_date ?? 0) - (one?.invited ?? 0)).toBe(864_000);
    expect(await list(administrator)).toEqual([one]);
    expect(await list(await rows.user(organization))).toEqual([]);
    expect(smtp.countTo(email)).toBe(1);
  });

  it('of users who have accounts is omitted, the others are sent', async () => {
    const email = fresh();
    const gone = await rows.user(organization, { isActive: false });
    await expect(invite(member, `${email}\n${owner.email},${gone.email}`)).rejects.toMatchObject({
      code: 'INVITATION_FAILED',
      fields: {
        sent_invitations: true,
        errors: [
          [owner.email, 'Already has an account.', false],
          [gone.email, 'Account has been deactivated.', true],
        ],
      },
    });
    expect((await list(member)).map((one) => one.email)).toEqual([email]);
    await expect(invite(member, owner.email)).rejects.toMatchObject({
      msg: "We weren't able to invite anyone.",
      fields: { sent_invitations: false },
    });
    await expect(invite(member, `${fresh()}, nothing`)).rejects.toMatchObject({
      fields: { errors: [['nothing', 'Invalid address.', false]] },
    });
    await expect(invite(member, ' , ')).rejects.toMatchObject({ msg: 'You must specify at least one email address.' });
    expect(await list(member)).toHaveLength(1);
  });

  it('may not have a role above that of the inviter', async () => {
    await expect(invite(administrator, fresh(), { invite_as: '100' })).rejects.toMatchObject({ msg: 'Must be an organization owner' });
    await expect(invite(member, fresh(), { invite_as: '200' })).rejects.toMatchObject({ msg: 'Must be an organization administrator' });
    const guest = await rows.user(organization, { role: ROLES.guest });
    await expect(invite(guest, fresh(), { invite_as: '600' })).rejects.toMatchObject({ msg: 'Insufficient permission' });
    expect(await list(owner)).toEqual([]);
  });

  it('can be resent and revoked by its inviter and administrators, and those of owners by owners', async () => {
    const email = fresh();
    await invite(owner, email, { invite_as: '100', invite_expires_in_minutes: 'null' });
    const [one] = await list(owner);
    expect(one?.expiry_date).toBeNull();
    const at = { invite_id: String(one?.id) };
    await smtp.next(email);
    await aDayPasses();
    await call(resendInvitation, owner, {}, at);
    await smtp.next(email);
    await expect(call(revokeInvitation, member, {}, at)).rejects.toMatchObject({ msg: 'Must be an organization administrator' });
    await expect(call(resendInvitation, administrator, {}, at)).rejects.toMatchObject({ msg: 'Must be an organization owner' });
    const stranger = await rows.user(await rows.organization(), { role: ROLES.owner });
    await expect(call(revokeInvitation, stranger, {}, at)).rejects.toMatchObject({ msg: 'No such invitation' });
    await expect(call(revokeMultiuseInvitation, owner, {}, at)).rejects.toMatchObject({ msg: 'No such invitation' });
    await call(revokeInvitation, owner, {}, at);
    await expect(call(revokeInvitation, owner, {}, at)).rejects.toMatchObject({ msg: 'No such invitation' });
    for (const id of ['0', '-1', '99999999999999']) {
      await expect(call(revokeInvitation, owner, {}, { invite_id: id })).rejects.toMatchObject({ msg: 'No such invitation' });
    }
  });

  it('ends once, when a user joins with its address', async () => {
    const email = fresh();
    await invite(member, email);
    const [first] = await list(administrator);
    const input = { organizationId: organization.id, invitationId: first?.id ?? 0, email: email.toUpperCase() };
    const finish = () => stores.rpc.call(finishInvitation, input, SYSTEM_VISITOR);
    expect(await receivedDuring(member, finish)).toEqual(['invites_changed']);
    expect(await list(administrator)).toEqual([]);
    expect(await receivedDuring(member, finish)).toEqual([]);
  });
});

describe('the page of a link', () => {
  const shown = async (link: string) => {
    const { host, pathname } = new URL(link);
    return stores.rpc.call(describeInvitation, { host, token: pathname.split('/').at(-1) ?? '' }, SYSTEM_VISITOR);
  };

  it('shows the inviter and the chosen channels, without the names of private ones', async () => {
    const [birds, archived, secret] = await Promise.all([
      rows.channel(organization, { name: 'birds' }),
      rows.channel(organization, { name: 'archived', isArchived: true }),
      rows.channel(organization, { name: 'secret', isPrivate: true }),
    ]);
    const { invite_link } = await call(createMultiuseInvitation, administrator, {});
    const { client } = stores.database;
    await client.invitation.updateMany({
      where: { organizationId: organization.id },
      data: { channelIds: [birds.id, archived.id, secret.id] },
    });
    const { fullName } = await client.userAccount.findUniqueOrThrow({ where: { id: administrator.id } });
    expect(await shown(invite_link)).toMatchObject({ inviter: fullName, channels: ['birds'], privateChannels: 1, email: null });
  });

  it('shows no channels if none were chosen, although everyone joins the default ones', async () => {
    const { invite_link } = await call(createMultiuseInvitation, administrator, { include_realm_default_subscriptions: 'true' });
    expect(await shown(invite_link)).toMatchObject({ channels: [], privateChannels: 0 });
  });
});

describe('a reusable link', () => {
  it('can be created with the permission, is listed with its URL, and can be revoked', async () => {
    await expect(call(createMultiuseInvitation, member)).rejects.toMatchObject({ msg: 'Insufficient permission' });
    const { invite_link } = await call(createMultiuseInvitation, administrator, {});
    const [one] = await list(administrator);
    expect(one).toMatchObject({ is_multiuse: true, link_url: invite_link });
    await call(revokeMultiuseInvitation, administrator, {}, { invite_id: String(one?.id) });
    expect(await list(administrator)).toEqual([]);
  });

  it('for owners is listed for owners only', async () => {
    const { invite_link } = await call(createMultiuseInvitation, owner, { invite_as: ROLES.owner });
    expect(await list(owner)).toEqual([expect.objectContaining({ invited_as: ROLES.owner, link_url: invite_link })]);
    expect(await list(administrator)).toEqual([]);
  });

  it('is invalid at the host of another organization, and so is a forged token', async () => {
    const { invite_link } = await call(createMultiuseInvitation, administrator, {});
    const token = invite_link.split('/').at(-1) ?? '';
    const elsewhere = await rows.organization();
    const host = new URL(invite_link).host.replace(organization.stringId, elsewhere.stringId);
    const account = { full_name: 'Zoe', password: 'a good password', email: fresh() };
    for (const [given, at] of [
      [token, host],
      ['A'.repeat(43), ''],
      ['\0', ''],
      ['', ''],
    ]) {
      const visitor = { host: at ?? '', clientName: 'tests' };
      await expect(stores.rpc.call(acceptInvitation, { ...account, token: given ?? '' }, visitor)).rejects.toMatchObject({
        msg: 'This invitation link is invalid or has expired.',
      });
    }
  });
});
