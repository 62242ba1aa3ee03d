import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { fetchApiKey, joinByInvitation } from '@parley/contracts/organization';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let owner: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());
beforeEach(async () => {
  home = await suite.organization();
  owner = await suite.account(home, { role: ROLES.owner });
});

const client = () => suite.stores.database.client;
const INVALID = { status: 400, msg: 'This invitation link is invalid or has expired.' };

async function invitation(
  values: { email?: string | null; expiresAt?: Date; endedAt?: Date; groupIds?: number[]; inviterId?: number } = {},
) {
  const { email = `${randomUUID()}@example.com`, groupIds = [], inviterId = owner.userId, ...times } = values;
  const token = { nonce: new Uint8Array(randomBytes(16)), tokenDigest: new Uint8Array(randomBytes(32)) };
  const created = { organizationId: home.id, inviterId, email, role: ROLES.moderator, channelIds: [7], groupIds, ...token };
  return client().invitation.create({
    data: { ...created, includesDefaults: false, notifiesInviter: true, welcomeText: 'Hello!', ...times },
  });
}
const join = (id: number, email?: string, organizationId = home.id) =>
  suite.stores.rpc.call(
    joinByInvitation,
    { organizationId, invitationId: id, fullName: 'Zoe', password: 'a good password', ...(email === undefined ? {} : { email }) },
    SYSTEM_VISITOR,
  );
const people = () => client().userAccount.count({ where: { organizationId: home.id, isSystemBot: false } });

describe('joining by an invitation', () => {
  it('creates the account of the invited address and puts all follow-up calls into the same transaction', async () => {
    const group = await client().userGroup.create({ data: { organizationId: home.id, name: 'team' } });
    const { id, email } = await invitation({ groupIds: [group.id] });
    const [events] = await suite.explained(home, [owner], () => join(id, 'another@example.com'));
    expect(events?.map(({ type, op }) => `${type} ${String(op)}`)).toEqual([
      'realm_user add',
      'user_group add_members',
      'user_group add_members',
    ]);
    const created = await client().userAccount.findFirstOrThrow({ where: { organizationId: home.id, deliveryEmail: email ?? '' } });
    expect(created.role).toBe(ROLES.moderator);
    const visitor = { host: home.host, clientName: 'tests' };
    expect(await suite.stores.rpc.call(fetchApiKey, { username: email ?? '', password: 'a good password' }, visitor)).toMatchObject({
      user_id: created.id,
    });
    const calls = await client().outboxCall.findMany({ where: { organizationId: home.id }, orderBy: { id: 'asc' } });
    const keyed = (notice: object) => ({ key: expect.any(String), notice: expect.objectContaining(notice) });
    expect(calls.slice(-2)).toMatchObject([
      { name: 'finishInvitation', input: { invitationId: id, email } },
      {
        name: 'subscribeNewAccount',
        input: {
          userId: created.id,
          channelIds: [7],
          includesDefaults: false,
          joined: {
            notices: [
              keyed({ to: { userId: owner.userId }, content: `@_**Zoe|${created.id}** accepted your invitation to join Zulip!` }),
              keyed({ from: 'welcome-bot', to: { userId: created.id }, content: 'Hello!' }),
            ],
          },
        },
      },
    ]);
  });

  it('with concurrent requests creates one account', async () => {
    const { id } = await invitation();
    const before = await people();
    const outcomes = await Promise.allSettled([join(id), join(id), join(id)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await people()).toBe(before + 1);
  });

  it('is refused if the invitation expired or ended, its inviter is deactivated, or it belongs to another organization', async () => {
    const gone = await suite.account(home);
    await client().userAccount.update({ where: { id: gone.userId }, data: { isActive: false } });
    const before = await people();
    const past = new Date(Date.now() - 1000);
    for (const values of [{ expiresAt: past }, { endedAt: past }, { inviterId: gone.userId }]) {
      await expect(join((await invitation(values)).id)).rejects.toMatchObject(INVALID);
    }
    const elsewhere = await suite.organization();
    await expect(join((await invitation()).id, undefined, elsewhere.id)).rejects.toMatchObject(INVALID);
    await expect(join(1_999_999_999)).rejects.toMatchObject(INVALID);
    expect(await people()).toBe(before);
  });

  it('uses the given address for a reusable link', async () => {
    const { id } = await invitation({ email: null });
    await expect(join(id)).rejects.toMatchObject({ msg: 'Enter a valid email address.' });
    for (const email of [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]) await join(id, email);
    await expect(join(id, owner.deliveryEmail)).rejects.toMatchObject({ status: 400 });
  });
});
