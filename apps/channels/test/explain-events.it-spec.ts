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
  it('a new public channel with two subscribers: everyone except guests receives it', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    const received = await explain(all, () => channels.subscribe(member.caller, ['news'], { principals: [member.id, other.id] }));
    expect(received(member)).toEqual(JOINED_NEW);
    expect(received(other)).toEqual(JOINED_NEW);
    expect(received(bystander)).toEqual(PEERS_OF_NEW);
    expect(received(administrator)).toEqual(PEERS_OF_NEW);
    expect(received(guest)).toEqual([]);
  });

  it('a new default channel also changes the list of default channels, but not for guests', async () => {
    const all = await people();
    const received = await explain(all, () => channels.subscribe(all.owner.caller, ['welcome'], { is_default_stream: true }));
    expect(received(all.bystander)).toEqual(['stream create', 'default_streams', 'subscription peer_add']);
    expect(received(all.guest)).toEqual([]);
  });

  it('a new private channel is only sent to administrators and its subscribers', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    const principals = [member.id, other.id, guest.id];
    const received = await explain(all, () => channels.subscribe(member.caller, ['secret'], { invite_only: true, principals }));
    for (const subscriber of [member, other, guest]) expect(received(subscriber)).toEqual(JOINED_NEW);
    expect(received(administrator)).toEqual(PEERS_OF_NEW);
    expect(received(bystander)).toEqual([]);
  });

  it('a new private channel that a group may join is also sent to the members of the group', async () => {
    const all = await people();
    const { member, bystander, other } = all;
    const can_subscribe_group = { direct_members: [bystander.id], direct_subgroups: [] };
    const received = await explain(all, () => channels.subscribe(member.caller, ['secret'], { invite_only: true, can_subscribe_group }));
    expect(received(bystander)).toEqual(PEERS_OF_NEW);
    expect(received(other)).toEqual([]);
  });

  it('a private channel that all members may join is sent to members, but not to guests', async () => {
    const all = await people();
    const { member, bystander, guest } = all;
    const can_subscribe_group = all.organization.groups['role:fullmembers'];
    const received = await explain(all, () => channels.subscribe(member.caller, ['club'], { invite_only: true, can_subscribe_group }));
    expect(received(bystander)).toEqual(PEERS_OF_NEW);
    expect(received(guest)).toEqual([]);
  });

  it('users who are subscribed by others first receive the channels that were hidden from them', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    await channels.subscribe(member.caller, ['open']);
    await channels.subscribe(member.caller, ['secret'], { invite_only: true });
    const principals = [other.id, administrator.id, guest.id];
    const received = await explain(all, () => channels.subscribe(member.caller, ['open', 'secret'], { principals }));
    expect(received(other)).toEqual(JOINED_NEW);
    expect(received(guest)).toEqual(JOINED_NEW);
    expect(received(administrator)).toEqual(['subscription add']);
    expect(received(member)).toEqual(['subscription peer_add', 'subscription peer_add']);
    expect(received(bystander)).toEqual(['subscription peer_add']);
  });

  it('guests receive peers in their channels and nothing of other channels', async () => {
    const all = await people();
    const { member, other, bystander, guest } = all;
    await channels.subscribe(member.caller, ['a', 'b'], { principals: [member.id] });
    await channels.subscribe(member.caller, ['a'], { principals: [guest.id] });
    const mark = await channels.mark(all.organization.id);
    const received = await explain(all, () => channels.subscribe(member.caller, ['a', 'b'], { principals: [other.id, bystander.id] }));
    expect(received(guest)).toEqual(['subscription peer_add']);
    const [event] = await channels.eventsSince(mark, guest);
    expect(event).toMatchObject({ stream_ids: [expect.any(Number)], user_ids: [other.id, bystander.id] });
    expect(received(member)).toEqual(['subscription peer_add']);
  });

  it('when several users leave, each receives their own removal, that of others in visible channels, and the channels that become hidden', async () => {
    const all = await people();
    const { member, other, bystander, guest, administrator } = all;
    const principals = [member.id, other.id, guest.id, administrator.id];
    await channels.subscribe(member.caller, ['open'], { principals });
    await channels.subscribe(member.caller, ['secret'], { invite_only: true, principals });
    const leavers = [other.id, guest.id, administrator.id];
    const received = await explain(all, () => channels.unsubscribe(administrator.caller, ['open', 'secret'], leavers));
    expect(received(guest)).toEqual(['subscription remove', 'stream delete']);
    expect(received(other)).toEqual(['subscription remove', 'stream delete', 'subscription peer_remove']);
    expect(received(administrator)).toEqual(['subscription remove', 'subscription peer_remove', 'subscription peer_remove']);
    expect(received(member)).toEqual(['subscription peer_remove', 'subscription peer_remove']);
    expect(received(bystander)).toEqual(['subscription peer_remove']);
  });

  it('subscribing again after leaving a private channel', async () => {
    const all = await people();
    const { member, other } = all;
    await channels.subscribe(member.caller, ['secret'], { invite_only: true, principals: [member.id, other.id] });
    await explain(all, () => channels.unsubscribe(other.caller, ['secret']));
    const received = await explain(all, () => channels.subscribe(member.caller, ['secret'], { principals: [other.id] }));
    expect(received(other)).toEqual(JOINED_NEW);
  });

  it('concurrent subscriptions and removals of one user keep snapshot and events consistent', async () => {
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

  it('more users than one event can hold are sent in several events', async () => {
    const all = await people();
    const many = await channels.rows.manyUsers(all.organization, 1_050);
    await channels.subscribe(all.member.caller, ['crowd', 'mob']);
    const mark = await channels.mark(all.organization.id);
    const principals = [...many, all.other.id, all.guest.id];
    const received = await explain(all, () => channels.subscribe(all.member.caller, ['crowd', 'mob'], { principals }));
    expect(received(all.member)?.filter((event) => event === 'subscription peer_add').length).toBeGreaterThan(1);
    const sizes = (await channels.eventsSince(mark, all.member)).map((event) => Number(Reflect.get(event.user_ids ?? [], 'length')));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1_000);
    await explain(all, () => channels.unsubscribe(all.administrator.caller, ['crowd', 'mob'], principals));
  });
});
