import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange, type People } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const people = () => everyKind(channels);
const explain = (all: People, change: () => Promise<unknown>) => explainChange(channels, all, change);

const JOINED_NEW = ['stream create', 'subscription add'];
const PEERS_OF_NEW = ['stream create', 'subscription peer_add'];

describe('events explain the state of every client', () => {
  it('a new public channel with two first subscribers: non-guests learn of it and of them, guests of nothing', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    const heard = await explain(all, () => channels.subscribe(member.caller, ['news'], { principals: [member.id, other.id] }));
    expect(heard(member)).toEqual(JOINED_NEW);
    expect(heard(other)).toEqual(JOINED_NEW);
    expect(heard(bystander)).toEqual(PEERS_OF_NEW);
    expect(heard(administrator)).toEqual(PEERS_OF_NEW);
    expect(heard(guest)).toEqual([]);
  });

  it('a new default channel also changes the list of default channels, but not for guests', async () => {
    const all = await people();
    const heard = await explain(all, () => channels.subscribe(all.owner.caller, ['welcome'], { is_default_stream: true }));
    expect(heard(all.bystander)).toEqual(['stream create', 'default_streams', 'subscription peer_add']);
    expect(heard(all.guest)).toEqual([]);
  });

  it('a new private channel: administrators and its subscribers learn of it, nobody else', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    const principals = [member.id, other.id, guest.id];
    const heard = await explain(all, () => channels.subscribe(member.caller, ['secret'], { invite_only: true, principals }));
    for (const subscriber of [member, other, guest]) expect(heard(subscriber)).toEqual(JOINED_NEW);
    expect(heard(administrator)).toEqual(PEERS_OF_NEW);
    expect(heard(bystander)).toEqual([]);
  });

  it('a new private channel that a group may join: the members of the group learn of it', async () => {
    const all = await people();
    const { member, bystander, other } = all;
    const can_subscribe_group = { direct_members: [bystander.id], direct_subgroups: [] };
    const heard = await explain(all, () => channels.subscribe(member.caller, ['secret'], { invite_only: true, can_subscribe_group }));
    expect(heard(bystander)).toEqual(PEERS_OF_NEW);
    expect(heard(other)).toEqual([]);
  });

  it('a private channel that all members may join: members learn of it, guests do not', async () => {
    const all = await people();
    const { member, bystander, guest } = all;
    const can_subscribe_group = all.organization.groups['role:fullmembers'];
    const heard = await explain(all, () => channels.subscribe(member.caller, ['club'], { invite_only: true, can_subscribe_group }));
    expect(heard(bystander)).toEqual(PEERS_OF_NEW);
    expect(heard(guest)).toEqual([]);
  });

  it('subscribing others to channels of both kinds: each first learns of what was hidden from him', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    await channels.subscribe(member.caller, ['open']);
    await channels.subscribe(member.caller, ['secret'], { invite_only: true });
    const principals = [other.id, administrator.id, guest.id];
    const heard = await explain(all, () => channels.subscribe(member.caller, ['open', 'secret'], { principals }));
    expect(heard(other)).toEqual(JOINED_NEW);
    expect(heard(guest)).toEqual(JOINED_NEW);
    expect(heard(administrator)).toEqual(['subscription add']);
    expect(heard(member)).toEqual(['subscription peer_add', 'subscription peer_add']);
    expect(heard(bystander)).toEqual(['subscription peer_add']);
  });

  it('guests hear of peers in their channels and of no other channel', async () => {
    const all = await people();
    const { member, other, bystander, guest } = all;
    await channels.subscribe(member.caller, ['a', 'b'], { principals: [member.id] });
    await channels.subscribe(member.caller, ['a'], { principals: [guest.id] });
    const mark = await channels.mark(all.organization.id);
    const heard = await explain(all, () => channels.subscribe(member.caller, ['a', 'b'], { principals: [other.id, bystander.id] }));
    expect(heard(guest)).toEqual(['subscription peer_add']);
    const [event] = await channels.eventsSince(mark, guest);
    expect(event).toMatchObject({ stream_ids: [expect.any(Number)], user_ids: [other.id, bystander.id] });
    expect(heard(member)).toEqual(['subscription peer_add']);
  });

  it('several leave together: each hears of himself, of the others where he still may, and of what is hidden from now on', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    const principals = [member.id, other.id, guest.id, administrator.id];
    await channels.subscribe(member.caller, ['open'], { principals });
    await channels.subscribe(member.caller, ['secret'], { invite_only: true, principals });
    const leavers = [other.id, guest.id, administrator.id];
    const heard = await explain(all, () => channels.unsubscribe(administrator.caller, ['open', 'secret'], leavers));
    expect(heard(guest)).toEqual(['subscription remove', 'stream delete']);
    expect(heard(other)).toEqual(['subscription remove', 'stream delete', 'subscription peer_remove']);
    expect(heard(administrator)).toEqual(['subscription remove', 'subscription peer_remove', 'subscription peer_remove']);
    expect(heard(member)).toEqual(['subscription peer_remove', 'subscription peer_remove']);
    expect(heard(bystander)).toEqual(['subscription peer_remove']);
  });

  it('joining again after leaving a private channel', async () => {
    const all = await people();
    const { member, other } = all;
    await channels.subscribe(member.caller, ['secret'], { invite_only: true, principals: [member.id, other.id] });
    await explain(all, () => channels.unsubscribe(other.caller, ['secret']));
    const heard = await explain(all, () => channels.subscribe(member.caller, ['secret'], { principals: [other.id] }));
    expect(heard(other)).toEqual(JOINED_NEW);
  });

  it('two who subscribe and unsubscribe one person at once, again and again, leave snapshot and events in step', async () => {
    const all = await people();
    const { member, other, administrator } = all;
    await channels.subscribe(member.caller, ['race'], { invite_only: true });
    const join = () => channels.subscribe(member.caller, ['race'], { principals: [other.id] });
    const leave = () => channels.unsubscribe(administrator.caller, ['race'], [other.id]);
    await explain(all, () => Promise.all(Array.from({ length: 8 }, (_, n) => (n % 2 === 0 ? join() : leave()))));
    const channel = await channels.suite.database.client.channel.findFirstOrThrow({ where: { organizationId: all.organization.id } });
    const active = await channels.suite.database.client.subscription.count({ where: { channelId: channel.id, active: true } });
    expect(channel.subscriberCount).toBe(active);
  });

  it('more people than one event holds: several events, the same state', async () => {
    const all = await people();
    const many = await channels.rows.manyUsers(all.organization, 1_050);
    await channels.subscribe(all.member.caller, ['crowd', 'mob']);
    const mark = await channels.mark(all.organization.id);
    const principals = [...many, all.other.id, all.guest.id];
    const heard = await explain(all, () => channels.subscribe(all.member.caller, ['crowd', 'mob'], { principals }));
    expect(heard(all.member)?.filter((event) => event === 'subscription peer_add').length).toBeGreaterThan(1);
    const sizes = (await channels.eventsSince(mark, all.member)).map((event) => Number(Reflect.get(event.user_ids ?? [], 'length')));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    await explain(all, () => channels.unsubscribe(all.administrator.caller, ['crowd', 'mob'], principals));
  });
});
