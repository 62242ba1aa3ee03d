import { describe, expect, it } from '@jest/globals';
import { type EditTypingChanged, editTypingChanged, type TypingChanged, typingChanged } from '@parley/contracts/messaging';
import type { Part, QueueView } from '../fan-out.js';
import { editTypingChangedFanOut, typingChangedFanOut } from './typing-changed.js';

const queue: QueueView = {
  queueId: 'q',
  userId: 8,
  eventTypes: null,
  narrow: [],
  allPublicStreams: true,
  applyMarkdown: false,
  clientGravatar: false,
  slimPresence: false,
  includeSubscribers: false,
  clientName: 'tests',
  capabilities: { stream_typing_notifications: true },
};
const ann = { user_id: 7, email: 'ann@example.com' };
const bob = { user_id: 8, email: 'bob@example.com' };
const inChannel: TypingChanged = { op: 'start', sender: ann, to: { kind: 'channel', channelId: 9, topic: '' }, listenerIds: [8] };
const only = (changed: TypingChanged) => onlyPart(typingChangedFanOut.parts(typingChanged.payload.parse(changed)));
const onlyEdit = (changed: EditTypingChanged) => onlyPart(editTypingChangedFanOut.parts(editTypingChanged.payload.parse(changed)));
const onlyPart = ([part, ...others]: readonly Part[]) => {
  if (part === undefined || others.length > 0) throw new Error('one part was expected');
  return part;
};

describe('typing in a channel', () => {
  it('is sent to subscribers, but not because of all_public_streams', () => {
    expect(only(inChannel).audience).toEqual({ channels: [9] });
  });

  it('is sent to listeners whose client has the capability', () => {
    const { wants } = only(inChannel);
    expect(wants?.(queue)).toBe(true);
    expect(wants?.({ ...queue, capabilities: {} })).toBe(false);
    expect(wants?.({ ...queue, userId: 7 })).toBe(false);
  });

  it('contains the empty topic in the format of the client', () => {
    const { render } = only(inChannel);
    const event = { type: 'typing', op: 'start', sender: ann, message_type: 'stream', stream_id: 9 };
    expect(render(queue)).toEqual({ ...event, topic: 'general chat' });
    expect(render({ ...queue, capabilities: { empty_topic_name: true } })).toEqual({ ...event, topic: '' });
  });
});

describe('typing to people', () => {
  it('is sent to listeners, with all participants', () => {
    const { audience, wants, render } = only({ op: 'stop', sender: ann, to: { kind: 'direct', recipients: [ann, bob] }, listenerIds: [8] });
    expect([audience, wants]).toEqual([{ users: [8] }, undefined]);
    expect(render({ ...queue, capabilities: {} })).toEqual({
      type: 'typing',
      op: 'stop',
      sender: ann,
      message_type: 'direct',
      recipients: [ann, bob],
    });
  });
});

describe('editing a message', () => {
  const changed = { op: 'start' as const, senderId: 7, messageId: 42, listenerIds: [8] };
  const event = { type: 'typing_edit_message', op: 'start', sender_id: 7, message_id: 42 };

  it('in a channel is sent like typing in it', () => {
    const { audience, wants, render, clientType } = onlyEdit({ ...changed, to: { kind: 'channel', channelId: 9, topic: '' } });
    expect([clientType, audience]).toEqual(['typing_edit_message', { channels: [9] }]);
    expect([wants?.(queue), wants?.({ ...queue, capabilities: {} }), wants?.({ ...queue, userId: 7 })]).toEqual([true, false, false]);
    expect(render(queue)).toEqual({ ...event, recipient: { type: 'channel', channel_id: 9, topic: 'general chat' } });
  });

  it('in a direct message is sent with all participants', () => {
    const { audience, render } = onlyEdit({ ...changed, to: { kind: 'direct', userIds: [7, 8] } });
    expect(audience).toEqual({ users: [8] });
    expect(render(queue)).toEqual({ ...event, recipient: { type: 'direct', user_ids: [7, 8] } });
  });
});
