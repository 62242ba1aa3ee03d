import { describe, expect, it } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS, type PayloadOf, ROLES } from '@parley/contracts';
import type { messageSent } from '@parley/contracts/messaging';
import { receivedBy, testQueue } from '../test-queue.js';
import { messageSentFanOut } from './message-sent.js';

type MessageSent = PayloadOf<typeof messageSent>;

const ann = { id: 5, email: 'ann@example.com', fullName: 'Ann' };
const bob = { id: 7, email: 'bob@example.com', fullName: 'Bob' };
const sent: MessageSent = {
  message: {
    id: 42,
    sentAt: 100,
    organizationStringId: 'demo',
    sender: { ...ann, avatarUrl: '/5.png', avatarIsComputable: true },
    clientName: 'website',
    content: '**hi**',
    rendered: '<p><strong>hi</strong></p>',
    attrs: 0,
    recipient: { kind: 'channel', channelId: 3, channelName: 'general', topic: '' },
  },
  flags: {},
  readBy: [],
  isPublic: false,
  isFirstInChannel: false,
  origin: null,
  attachments: [],
  uploadSpaceUsed: 0,
};
const direct: MessageSent['message'] = { ...sent.message, recipient: { kind: 'direct', conversationId: 1, participants: [ann, bob] } };
const of = (changed: Partial<MessageSent>) => messageSentFanOut.parts({ ...sent, ...changed });
const flags = (changed: Partial<MessageSent>, userId = 7) => of(changed)[0]?.render({ ...testQueue, userId }).flags;

describe('the audience of a message', () => {
  it('is the subscribers of its channel, or its participants', () => {
    expect(of({}).map(({ audience }) => audience)).toEqual([{ channels: [3] }]);
    expect(of({ message: direct, isPublic: true }).map(({ audience }) => audience)).toEqual([{ users: [5, 7] }]);
  });

  it('of a public channel is also the queues for all public channels, which have no flags', () => {
    const parts = of({ isPublic: true, message: { ...sent.message, attrs: MESSAGE_ATTRS.arrivesRead } });
    expect(parts.map(({ audience }) => audience)).toEqual([{ channels: [3] }, { publicChannel: 3 }]);
    expect(receivedBy(testQueue, parts)).toMatchObject([
      { type: 'message', flags: ['read'] },
      { type: 'message', flags: [] },
    ]);
  });

  it('includes mentioned bots that are not subscribed, once', () => {
    expect(of({ isPublic: true, botIds: [9] }).map(({ audience }) => audience)).toEqual([
      { channels: [3], users: [9] },
      { publicChannel: 3, except: [9] },
    ]);
  });

  it('of an archived channel is the clients that know archived channels', () => {
    const received = (capabilities: Record<string, boolean>) =>
      receivedBy({ ...testQueue, capabilities }, of({ isPublic: true, isArchived: true })).length;
    expect([received({}), received({ archived_channels: true })]).toEqual([0, 2]);
  });

  it('is narrowed by the queue', () => {
    const received = (narrow: [string, string][], changed: Partial<MessageSent> = {}) =>
      receivedBy({ ...testQueue, narrow }, of({ isPublic: true, ...changed })).length;
    expect([received([['channel', 'other']]), received([['channel', 'general']])]).toEqual([0, 2]);
    // The copy for all public channels has no flags.
    expect(received([['is', 'starred']], { flags: { 7: FLAG_BITS.starred } })).toBe(1);
  });
});

describe('the flags of a message', () => {
  it.each<[string, Partial<MessageSent>, number, string[]]>([
    ['unread for a recipient', {}, 7, []],
    ['those that are stored for the user', { flags: { 7: FLAG_BITS.mentioned }, readBy: [7] }, 7, ['mentioned']],
    ['unread for a sender who does not mark their own', {}, 5, []],
    ['read for a sender who marks their own', { message: { ...sent.message, attrs: MESSAGE_ATTRS.readBySender } }, 5, ['read']],
    ['unread for others then', { message: { ...sent.message, attrs: MESSAGE_ATTRS.readBySender } }, 7, []],
    ['read for users who muted the sender', { readBy: [7] }, 7, ['read']],
    ['unread for the others then', { readBy: [8] }, 7, []],
    ['read for all', { message: { ...sent.message, attrs: MESSAGE_ATTRS.arrivesRead } }, 7, ['read']],
  ])('are %s', (_, changed, userId, expected) => {
    expect(flags(changed, userId)).toEqual(expected);
  });
});

describe('a message in the format for a client', () => {
  it('follows the options of its queue', () => {
    const [part] = of({});
    const options = { applyMarkdown: false, clientGravatar: true, capabilities: { empty_topic_name: true } };
    expect(part?.render({ ...testQueue, ...options })).toMatchObject({
      type: 'message',
      flags: [],
      message: { content: '**hi**', avatar_url: null, subject: '' },
    });
    expect(part?.render(testQueue)).toMatchObject({
      message: { content: '<p><strong>hi</strong></p>', avatar_url: '/5.png', subject: 'general chat' },
    });
  });

  it('has the local id for the queue that sent it only', () => {
    const [part] = of({ origin: { queueId: 'q', localId: '1.01' } });
    expect(part?.render(testQueue)).toHaveProperty('local_message_id', '1.01');
    expect(part?.render({ ...testQueue, queueId: 'other' })).not.toHaveProperty('local_message_id');
  });

  it('hides its sender from guests who may not see them, also from their narrow', () => {
    const [part] = of({ strangers: { host: 'demo.example', people: [{ id: 5, hiddenFrom: [7] }] } });
    const narrow = [['sender', 'ann@example.com']] as const;
    expect(part?.render(testQueue)).toMatchObject({ message: { sender_full_name: 'Unknown user', sender_email: 'user5@demo.example' } });
    expect(part?.render({ ...testQueue, userId: 8 })).toMatchObject({ message: { sender_full_name: 'Ann' } });
    expect([part?.wants?.({ ...testQueue, narrow }), part?.wants?.({ ...testQueue, userId: 8, narrow })]).toEqual([false, true]);
  });
});

describe('with a message come', () => {
  const watchers = { roles: [ROLES.guest], userIds: [9] };
  const update = { type: 'stream', op: 'update', stream_id: 3, name: 'general' };

  it('changes of its channel, for all who can see it', () => {
    const parts = of({ isFirstInChannel: true, isActiveAgain: true, watchers }).slice(1);
    expect(receivedBy(testQueue, parts)).toEqual([
      { ...update, property: 'first_message_id', value: 42 },
      { ...update, property: 'is_recently_active', value: true },
    ]);
    expect(parts.map(({ audience }) => audience)).toEqual(parts.map(() => ({ channels: [3], roles: [ROLES.guest], users: [9] })));
    expect(of({ isFirstInChannel: false, isActiveAgain: false })).toHaveLength(1);
    expect(of({ message: direct, isFirstInChannel: true, isActiveAgain: true })).toHaveLength(1);
  });

  it('changes of the attachments that it links, for their owner', () => {
    const attachment = { id: 1, name: 'a.png', path_id: '1/x/a.png', size: 3, create_time: 5, messages: [] };
    const [, part] = of({ attachments: [{ op: 'update', ownerId: 5, attachment }], uploadSpaceUsed: 300 });
    expect([part?.clientType, part?.audience]).toEqual(['attachment', { users: [5] }]);
    expect(part?.render(testQueue)).toEqual({ type: 'attachment', op: 'update', attachment, upload_space_used: 300 });
  });
});
