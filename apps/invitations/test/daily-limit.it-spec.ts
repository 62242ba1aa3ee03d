import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeParams, ROLES } from '@parley/contracts';
import {
  createMultiuseInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
  sendInvitations,
} from '@parley/contracts/invitations';
import { auditedDuring, Rows, type TestSmtp, TestSuite, testSmtp, type UserRow } from '@parley/testing';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

const DAY_MS = 86_400_000;

let stores: TestSuite;
let smtp: TestSmtp;
let rows: Rows;
let owner: UserRow;
beforeAll(async () => {
  [stores, smtp] = await Promise.all([TestSuite.open(), testSmtp()]);
  rows = new Rows(stores.database);
  await stores.start('invitations', InvitationsServiceModule, invitationsConfig, { ...smtp.env, INVITATIONS_PER_DAY: '3' });
});
afterAll(async () => {
  await stores.close();
  await smtp.close();
});
beforeEach(async () => {
  owner = await rows.user(await rows.organization(), { role: ROLES.owner });
});

let next = 1;
function invite(count: number, who = owner) {
  const invitee_emails = Array.from({ length: count }, () => `limited-${next++}@example.com`).join();
  const { params } = decodeParams(sendInvitations.params, { fields: { invitee_emails, stream_ids: '[]' }, path: {} });
  return stores.rpc.call(sendInvitations, params, who.caller);
}
const list = async () => (await stores.rpc.call(listInvitations, {}, owner.caller)).invites;
const LIMIT_REACHED = {
  code: 'INVITATION_FAILED',
  msg: 'Your organization has sent as many invitations as it may within a day. No invitations were sent.',
  fields: { errors: [], sent_invitations: false, daily_limit_reached: true, license_limit_reached: false },
};

describe('the daily invitations of an organization', () => {
  it('are limited, and a request for more sends none', async () => {
    await invite(1);
    await expect(invite(3)).rejects.toMatchObject(LIMIT_REACHED);
    expect(await list()).toHaveLength(1);
    await invite(2);
    await expect(invite(1)).rejects.toMatchObject(LIMIT_REACHED);
    await expect(invite(1, await rows.user(await rows.organization(), { role: ROLES.owner }))).resolves.toEqual({});
  });

  it('include those sent again and those revoked', async () => {
    await invite(2);
    const [first, second] = (await list()).map(({ id }) => ({ invite_id: id }));
    if (first === undefined || second === undefined) throw new Error('expected two invitations');
    // The first mail is old enough to invite its address again. All mails of an invitation count while its last one is of this day.
    await stores.database.client.invitation.update({
      where: { id: first.invite_id },
      data: { mailedAt: new Date(Date.now() - 2 * DAY_MS) },
    });
    expect(
      await auditedDuring(stores.database, owner.organizationId, () => stores.rpc.call(resendInvitation, first, owner.caller)),
    ).toEqual([{ kind: 'invitation.changed', by: `user ${owner.id}`, fields: ['mail_count'] }]);
    await stores.rpc.call(revokeInvitation, second, owner.caller);
    await expect(invite(1)).rejects.toMatchObject(LIMIT_REACHED);
  });

  it('are shared: a member sends at most a tenth, an administrator half, and neither reduces the share of the other', async () => {
    const organization = { id: owner.caller.organizationId };
    const [administrator, member, other] = [
      await rows.user(organization, { role: ROLES.administrator }),
      await rows.user(organization),
      await rows.user(organization),
    ];
    const shareUsed = {
      ...LIMIT_REACHED,
      msg: 'You have sent as many invitations as you may within a day. No invitations were sent.',
    };
    await expect(invite(3, administrator)).rejects.toMatchObject(shareUsed);
    await expect(invite(2, member)).rejects.toMatchObject(shareUsed);
    await invite(1, member);
    await expect(invite(1, member)).rejects.toMatchObject(shareUsed);
    await invite(1, administrator);
    await invite(1, other);
    await expect(invite(1)).rejects.toMatchObject(LIMIT_REACHED);
  });

  it('exclude those of yesterday, and reusable links', async () => {
    await invite(3);
    const { params } = decodeParams(createMultiuseInvitation.params, { fields: {}, path: {} });
    await stores.rpc.call(createMultiuseInvitation, params, owner.caller);
    const yesterday = new Date(Date.now() - DAY_MS - 1000);
    await stores.database.client.invitation.updateMany({
      where: { organizationId: owner.caller.organizationId, email: { not: null } },
      data: { mailedAt: yesterday },
    });
    await invite(3);
    await expect(invite(1)).rejects.toMatchObject(LIMIT_REACHED);
  });
});
