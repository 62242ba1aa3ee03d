import { describe, expect, it } from '@jest/globals';
import { MESSAGE_ATTRS } from '@parley/contracts';
import { type MessageFacts, messageFacts, messageObject } from '@parley/contracts/messaging';
import { buildMessageObject, type MessageView } from './message-object.js';

const facts: MessageFacts = {
  id: 42,
  sentAt: 1_700_000_000,
  organizationStringId: 'demo',
  sender: { id: 7, email: 'ann@example.com', fullName: 'Ann', avatarUrl: 'https://avatars.example/7', avatarIsComputable: true },
  clientName: 'website',
  content: '**hi**',
  rendered: '<p><strong>hi</strong></p>',
  attrs: 0,
  recipient: { kind: 'channel', channelId: 9, channelName: 'general', topic: '' },
};
const direct: MessageFacts = {
  ...facts,
  recipient: {
    kind: 'direct',
    conversationId: 9,
    participants: [
      { id: 8, email: 'bob@example.com', fullName: 'Bob' },
      { id: 7, email: 'ann@example.com', fullName: 'Ann' },
    ],
  },
};
const view: MessageView = { applyMarkdown: true, clientGravatar: false, knowsEmptyTopic: false, readerClient: 'website' };

describe('a message on the wire', () => {
  it('in a channel', () => {
    expect(buildMessageObject(facts, view)).toEqual({
      id: 42,
      type: 'stream',
      stream_id: 9,
      subject: 'general chat',
      content: '<p><strong>hi</strong></p>',
      content_type: 'text/html',
      timestamp: 1_700_000_000,
      sender_id: 7,
      sender_email: 'ann@example.com',
      sender_full_name: 'Ann',
      sender_realm_str: 'demo',
      avatar_url: 'https://avatars.example/7',
      client: 'website',
      display_recipient: 'general',
      recipient_id: 18,
      is_me_message: false,
      reactions: [],
      submessages: [],
      topic_links: [],
    });
  });

  it('between users, who are listed by id', () => {
    const object = buildMessageObject(direct, view);
    expect(object).toMatchObject({
      type: 'private',
      subject: '',
      recipient_id: 19,
      display_recipient: [
        { id: 7, email: 'ann@example.com', full_name: 'Ann', is_mirror_dummy: false },
        { id: 8, email: 'bob@example.com', full_name: 'Bob', is_mirror_dummy: false },
      ],
    });
    expect(object).not.toHaveProperty('stream_id');
  });

  it.each<[Partial<MessageView>, Partial<MessageFacts>, Record<string, unknown>]>([
    [{ applyMarkdown: false }, {}, { content: '**hi**', content_type: 'text/x-markdown' }],
    [{ knowsEmptyTopic: true }, {}, { subject: '' }],
    [{ clientGravatar: true }, {}, { avatar_url: null }],
    [{ clientGravatar: true }, { sender: { ...facts.sender, avatarIsComputable: false } }, { avatar_url: 'https://avatars.example/7' }],
    [{}, { attrs: MESSAGE_ATTRS.meMessage }, { is_me_message: true }],
    [{}, { lastEditedAt: 5, lastMovedAt: 6 }, { last_edit_timestamp: 5, last_moved_timestamp: 6 }],
    [
      {},
      { editHistory: [{ user_id: 7, timestamp: 5, prev_topic: '', topic: 'new' }] },
      { edit_history: [{ user_id: 7, timestamp: 5, prev_topic: 'general chat', topic: 'new' }] },
    ],
    [
      { knowsEmptyTopic: true },
      { editHistory: [{ user_id: 7, timestamp: 5, prev_topic: 'old', topic: '' }] },
      { edit_history: [{ user_id: 7, timestamp: 5, prev_topic: 'old', topic: '' }] },
    ],
    [
      {},
      { editHistory: [{ user_id: 7, timestamp: 5, prev_topic: 'old', topic: '' }] },
      { edit_history: [{ user_id: 7, timestamp: 5, prev_topic: 'old', topic: 'general chat' }] },
    ],
    [
      { readerClient: 'ZulipMobile' },
      { reactions: [{ emoji_name: 'parley', emoji_code: 'parley', reaction_type: 'service_extra_emoji', user_id: 7 }] },
      { reactions: [{ emoji_name: 'parley', emoji_code: 'parley', reaction_type: 'zulip_extra_emoji', user_id: 7 }] },
    ],
  ])('for a client with %j, with facts %j', (seenWith, of, shown) => {
    expect(buildMessageObject({ ...facts, ...of }, { ...view, ...seenWith })).toMatchObject(shown);
  });

  it('has no edit fields unless it was edited', () => {
    for (const field of ['edit_history', 'last_edit_timestamp', 'last_moved_timestamp', 'flags']) {
      expect(buildMessageObject(facts, view)).not.toHaveProperty(field);
    }
  });

  it('has no topics in the history of an edit that changed only the content', () => {
    const edit = { user_id: 7, timestamp: 5, prev_content: 'old', prev_rendered_content: '<p>old</p>' };
    const { edit_history } = buildMessageObject({ ...facts, editHistory: [edit] }, view);
    expect(edit_history?.map((shown) => Object.keys(shown))).toEqual([Object.keys(edit)]);
  });

  it('matches its declaration', () => {
    for (const each of [facts, direct]) {
      expect(messageFacts.parse(each)).toEqual(each);
      expect(() => messageObject.parse(buildMessageObject(each, view))).not.toThrow();
    }
  });
});
