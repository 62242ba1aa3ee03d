import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  guestsKnowing,
  strangersAmong,
  strangersOfGuest,
  strangersOfGuests,
  strangersTo,
  usersKnownToGuest,
  visibleThroughConversation,
  visibleThroughSubscriptions,
} from '@parley/access';
import { ROLES } from '@parley/contracts';
import { testSeeds } from '@parley/runtime';
import { type ChannelRow, type OrganizationRow, seededChance, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

/** An organization where guests only see people with whom they share a channel or conversation, or an ordinary one. */
async function organizationWith({ limited }: { limited: boolean }): Promise<OrganizationRow> {
  const organization = await suite.rows.organization();
  const settings = limited ? { can_access_all_users_group: organization.groups['role:members'] ?? 0 } : {};
  await suite.client.organization.update({ where: { id: organization.id }, data: { settings } });
  return organization;
}

/** A channel with Ann and a guest, and Eve who is not in it. */
async function scene({ limited }: { limited: boolean }) {
  const organization = await organizationWith({ limited });
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const eve = await suite.rows.user(organization, { fullName: 'Eve' });
  const guest = await suite.rows.user(organization, { fullName: 'Guest', role: ROLES.guest });
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, guest]);
  await suite.sendToChannel(ann, channel);
  return { organization, ann, eve, guest, channel };
}

describe('a conversation makes people visible to a guest', () => {
  it('by realm_user add before its first message, and only once', async () => {
    const { organization, ann, eve, guest } = await scene({ limited: true });
    const mark = await suite.mark(organization.id);
    await suite.sendDirect(eve, [guest, ann], { content: 'one' });
    await suite.sendDirect(eve, [guest, ann], { content: 'two' });
    const received = await suite.eventsSince(mark, guest);
    expect(received).toMatchObject([
      { type: 'realm_user', op: 'add', person: { user_id: eve.id, full_name: 'Eve', delivery_email: eve.email, profile_data: {} } },
      { type: 'message', message: { sender_full_name: 'Eve' } },
      { type: 'message', message: { sender_full_name: 'Eve' } },
    ]);
    expect(await suite.eventsSince(mark, ann)).toMatchObject([{ type: 'message' }, { type: 'message' }]);
  });

  it('who only receives events about people that they may see', async () => {
    const { organization, ann, eve, guest } = await scene({ limited: true });
    const mark = await suite.mark(organization.id);
    const id = await suite.sendDirect(ann, [guest], { content: 'ask @**Eve**' });
    const [event] = await suite.eventsSince(mark, guest);
    const content = `<p>ask <span class="user-mention" data-user-id="${eve.id}">@Unknown user</span></p>`;
    expect(event).toMatchObject({ type: 'message', message: { id, content, sender_full_name: 'Ann' } });
    const [read] = await suite.seen(guest, [id]);
    expect(read?.content).toBe(content);
  });
});

describe('visibility of users', () => {
  it.each(testSeeds([1, 2, 3]))('agrees for one guest, for many readers, and for people who meet (seed %i)', async (seed) => {
    const chance = seededChance(seed);
    const organization = await organizationWith({ limited: true });
    const people: UserRow[] = [];
    for (let n = 0; n < 16; n += 1) people.push(await suite.rows.user(organization, { role: n % 3 === 0 ? ROLES.guest : ROLES.member }));
    const channels: ChannelRow[] = [];
    for (let n = 0; n < 5; n += 1) {
      const channel = await suite.rows.channel(organization);
      await suite.rows.subscription(channel, chance.some(people, 3));
      channels.push(channel);
    }
    const members = people.filter(({ role }) => role === ROLES.member);
    for (let n = 0; n < 4; n += 1) await suite.sendDirect(chance.pick(members), [chance.pick(people)]);

    const ids = people.map(({ id }) => id);
    const guests = people.filter(({ role }) => role === ROLES.guest);
    const known = new Map<number, number[]>();
    for (const { id } of guests) known.set(id, await usersKnownToGuest(suite.client, organization.id, id));
    const unknownTo = (guestId: number) => ids.filter((id) => known.get(guestId)?.includes(id) !== true);

    const asReaders = await strangersTo(suite.client, organization.id, { channelId: null, userIds: ids }, ids);
    const met = await visibleThroughConversation(suite.client, organization.id, ids);
    const most = { people: ids.length, pairs: guests.length * ids.length };
    const ofAll = await strangersOfGuests(suite.client, organization.id, most);
    for (const less of [{ people: most.people - 1 }, { pairs: most.pairs - 1 }])
      expect(await strangersOfGuests(suite.client, organization.id, { ...most, ...less })).toBeUndefined();
    for (const { id } of guests) {
      const hidden = ofAll?.filter(({ viewerIds }) => viewerIds.includes(id)).flatMap(({ personIds }) => personIds);
      expect(hidden?.sort((a, b) => a - b)).toEqual(unknownTo(id));
      const ofOne = await strangersOfGuest(suite.client, organization.id, id, ids.length);
      expect(ofOne?.flatMap(({ viewerIds, personIds }) => (viewerIds[0] === id ? personIds : []))).toEqual(unknownTo(id));
      const viewer = { organizationId: organization.id, userId: id, isGuest: true };
      expect([...(await strangersAmong(suite.client, viewer, ids))].sort((a, b) => a - b)).toEqual(unknownTo(id));
      expect(asReaders.filter(({ hiddenFrom }) => hiddenFrom.includes(id)).map((person) => person.id)).toEqual(unknownTo(id));
      const metBy = met.filter(({ viewerIds }) => viewerIds.includes(id)).flatMap(({ personIds }) => personIds);
      expect(metBy.sort((a, b) => a - b)).toEqual(unknownTo(id));
    }

    for (const { id } of members) expect(await strangersOfGuest(suite.client, organization.id, id, ids.length)).toEqual([]);
    expect(await strangersOfGuest(suite.client, organization.id, guests[0]?.id ?? 0, ids.length - 1)).toBeUndefined();
    for (const { id } of people) {
      const knowing = guests.filter((guest) => known.get(guest.id)?.includes(id) === true).map((guest) => guest.id);
      expect(await guestsKnowing(suite.client, organization.id, id)).toEqual(knowing);
    }

    // If everyone joined the first channel, every pair of strangers would meet, including its current subscribers.
    const [first] = channels as [ChannelRow];
    const joining = ids.map((userId) => ({ userId, channelId: first.id }));
    const metThere = await visibleThroughSubscriptions(suite.client, organization.id, joining);
    for (const { id } of guests) {
      const metBy = metThere.filter(({ viewerIds }) => viewerIds.includes(id)).flatMap(({ personIds }) => personIds);
      expect(metBy.sort((a, b) => a - b)).toEqual(unknownTo(id));
    }
  });
});

describe('the cost', () => {
  it('of sending and reading does not change if guests see everyone', async () => {
    const { ann, eve, guest, channel } = await scene({ limited: false });
    const content = 'hello @**Ann**';
    await suite.sendToChannel(eve, channel, { content });
    expect(await statementsDuring(() => suite.sendToChannel(eve, channel, { content }))).toHaveLength(2);
    expect(await statementsDuring(() => suite.sendDirect(eve, [guest]))).toHaveLength(2);
    const reads = [ann, guest].map(
      (reader) => async () => statementsDuring(() => suite.read(reader, [{ operator: 'channel', operand: channel.id }])),
    );
    const [byMember, byGuest] = [await reads[0]?.(), await reads[1]?.()];
    expect(byGuest?.length).toBe(byMember?.length);
  });

  it('of a send is two statements more if they do not, however many guests read it', async () => {
    const { eve, channel, organization } = await scene({ limited: true });
    const guests = [];
    for (let n = 0; n < 20; n += 1) guests.push(await suite.rows.user(organization, { role: ROLES.guest }));
    await suite.rows.subscription(channel, guests);
    const sent = await statementsDuring(() => suite.sendToChannel(eve, channel));
    expect(sent).toHaveLength(4);
  });
});
