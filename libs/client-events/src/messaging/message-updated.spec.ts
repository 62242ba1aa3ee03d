import { describe, expect, it } from '@jest/globals';
import { FLAG_BITS } from '@parley/contracts';
import type { MessageUpdated } from '@parley/contracts/messaging';
import { receivedBy, testQueue } from '../test-queue.js';
import { messageUpdatedFanOut } from './message-updated.js';

const updated: MessageUpdated = {
  userId: 5,
  at: 100,
  messageId: 42,
  messageIds: [42, 43],
  channel: { id: 3, name: 'general' },
  content: null,
  move: null,
  flags: { usual: FLAG_BITS.read, others: { 8: FLAG_BITS.mentioned } },
  attrs: 0,
  watchers: { channelId: 3, userIds: [9], exceptIds: [6] },
  strangers: [],
};
const render = (changed: Partial<MessageUpdated>, queue = testQueue) =>
  receivedBy(queue, messageUpdatedFanOut.parts({ ...updated, ...changed }))[0];
const event = {
  type: 'update_message',
  user_id: 5,
  edit_timestamp: 100,
  message_id: 42,
  message_ids: [42, 43],
  flags: ['read'],
  rendering_only: false,
};
const mention = (name: string) => `<p><span class="user-mention" data-user-id="5">@${name}</span></p>`;

describe('an edited message', () => {
  it('is sent to those who may read it, with their own flags', () => {
    expect(messageUpdatedFanOut.parts(updated)[0]?.audience).toEqual({ channels: [3], users: [9], except: [6] });
    expect(render({})).toEqual({ ...event, stream_id: 3, stream_name: 'general' });
    expect(render({ channel: null }, { ...testQueue, userId: 8 })).toEqual({ ...event, flags: ['mentioned'] });
  });

  it('has its content before and after, without the names that a guest may not see', () => {
    const content = { before: 'a', renderedBefore: mention('Ann'), after: 'b', rendered: mention('Ann B'), isMeMessage: true };
    const shown = { orig_content: 'a', content: 'b', is_me_message: true };
    const named = { strangers: [{ id: 5, hiddenFrom: [8] }], content };
    expect(render(named)).toMatchObject({ ...shown, orig_rendered_content: mention('Ann'), rendered_content: mention('Ann B') });
    expect(render(named, { ...testQueue, userId: 8 })).toMatchObject({
      ...shown,
      orig_rendered_content: mention('Unknown user'),
      rendered_content: mention('Unknown user'),
    });
  });
});

describe('a moved message', () => {
  const links = [{ text: '#1', url: 'https://example.com/1' }];

  it('has its old and its new topic and channel', () => {
    const move = { mode: 'change_later', topicBefore: 'old', topic: 'new', topicLinks: links, channelId: 4 } as const;
    expect(render({ move: { ...move, topicLinks: links } })).toMatchObject({
      orig_subject: 'old',
      propagate_mode: 'change_later',
      subject: 'new',
      topic_links: links,
      new_stream_id: 4,
    });
  });

  it('has no new topic or channel if it keeps the old one', () => {
    const moved = render({ move: { mode: 'change_one', topicBefore: 'old', topic: null, topicLinks: [], channelId: null } });
    expect(moved).toEqual({ ...event, stream_id: 3, stream_name: 'general', orig_subject: 'old', propagate_mode: 'change_one' });
  });

  it('has empty topics for clients that know them', () => {
    const move = { mode: 'change_one' as const, topicBefore: '', topic: '', topicLinks: [], channelId: null };
    const name = 'general chat';
    expect(render({ move })).toMatchObject({ orig_subject: name, subject: name });
    expect(render({ move }, { ...testQueue, capabilities: { empty_topic_name: true } })).toMatchObject({ orig_subject: '', subject: '' });
  });
});
