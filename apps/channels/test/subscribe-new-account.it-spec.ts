import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type InputOf, ROLES, SYSTEM_VISITOR, subscribeNewAccount } from '@parley/contracts';
import { newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const give = (user: UserRow, wanted: Partial<InputOf<typeof subscribeNewAccount>> = {}) =>
  channels.suite.rpc.call(
    subscribeNewAccount,
    { organizationId: user.organizationId, userId: user.id, channelIds: [], includesDefaults: true, ...wanted },
    SYSTEM_VISITOR,
  );

/** With two default channels, one of them archived, and a private channel. */
async function world() {
  const all = await everyKind(channels);
  const welcome = await channels.channel([all.owner], { is_default_stream: true }, 'welcome');
  const over = await channels.channel([all.owner], { is_default_stream: true }, 'over');
  await channels.archive(all.owner.caller, over);
  const secret = await channels.channel([all.owner], { invite_only: true }, 'secret');
  return { ...all, welcome, over, secret };
}

describe('the first channels of an account', () => {
  it('are the default channels and those chosen for it, told as any subscription', async () => {
    const { welcome: _, over, secret, ...all } = await world();
    const heard = await explainChange(channels, all, () => give(all.other, { channelIds: [secret, over, 999_999] }));
    expect(heard(all.other)).toEqual(['stream create', 'subscription add']);
    expect(heard(all.owner)).toContain('subscription peer_add');
    expect(await channels.subscriptionNames(all.other.caller)).toEqual(['secret', 'welcome']);
  });

  it('are not given again, nor what the person left meanwhile', async () => {
    const { other, organization } = await world();
    await give(other);
    await channels.unsubscribe(other.caller, ['welcome']);
    const seq = await newestSeq(channels.suite.database, organization.id);
    await give(other);
    expect(await channels.subscriptionNames(other.caller)).toEqual([]);
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq);
  });

  it('are for guests only those chosen, and none for deactivated accounts and those of elsewhere', async () => {
    const { guest, organization, welcome } = await world();
    await give(guest);
    expect(await channels.subscriptionNames(guest.caller)).toEqual([]);
    await give(guest, { channelIds: [welcome] });
    expect(await channels.subscriptionNames(guest.caller)).toEqual(['welcome']);
    const gone = await channels.rows.user(organization, { isActive: false });
    const stranger = await channels.rows.user(await channels.rows.organization(), { role: ROLES.member });
    await give(gone);
    await give(stranger, { organizationId: organization.id, channelIds: [welcome] });
    const given = await channels.suite.database.client.subscription.count({ where: { userId: { in: [gone.id, stranger.id] } } });
    expect(given).toBe(0);
  });
});
