import { describe, expect, it } from '@jest/globals';
import { belongsTo } from './belongs-to.js';
import { destinationOf, destinationOfMessage, draftName, messageTo, topicDraftName } from './destination.js';

describe('what is written', () => {
  it('goes to the conversation that is shown, and nowhere if several are', () => {
    expect(destinationOf({ kind: 'all' })).toBeUndefined();
    expect(destinationOf({ kind: 'direct', userIds: [6] })).toEqual({ kind: 'direct', userIds: [6] });
    expect(messageTo({ kind: 'direct', userIds: [6, 7] }, '', 'hi', 5)).toEqual({ type: 'direct', to: [6, 7], content: 'hi' });
    expect(messageTo({ kind: 'direct', userIds: [] }, '', 'hi', 5)).toEqual({ type: 'direct', to: [5], content: 'hi' });
    expect(messageTo({ kind: 'channel', channelId: 1 }, ' birds ', 'hi', 5)).toEqual({
      type: 'channel',
      to: 1,
      topic: 'birds',
      content: 'hi',
    });
    const topic = { kind: 'topic', channelId: 1, topic: 'cats' } as const;
    expect(messageTo(topic, 'ignored', 'hi', 5)).toEqual({ type: 'channel', to: 1, topic: 'cats', content: 'hi' });
  });

  it('is written again where it was to go, wherever the reader is', () => {
    const destinations = [
      { kind: 'direct', userIds: [6, 7] },
      { kind: 'direct', userIds: [] },
      { kind: 'topic', channelId: 1, topic: 'cats' },
      { kind: 'topic', channelId: 1, topic: '' },
    ] as const;
    for (const destination of destinations) expect(destinationOfMessage(messageTo(destination, '', 'hi', 5), 5)).toEqual(destination);
    expect(destinationOfMessage({ type: 'direct', to: [7, 5, 6], content: 'hi' }, 5)).toEqual({ kind: 'direct', userIds: [6, 7] });
  });

  it('has one draft for a topic, in any case', () => {
    const name = (topic: string) => draftName({ kind: 'topic', channelId: 1, topic });
    expect(name('Birds')).toBe(name('bIRDS'));
    expect(name('Birds')).not.toBe(name('Cats'));
    expect(name('Möwen ÅÄ')).toBe(name('mÖWEN åä'));
    expect(name('a/b')).not.toBe(name('a b'));
    const channel = { kind: 'channel', channelId: 1 } as const;
    expect(topicDraftName(channel)).not.toBe(draftName(channel));
  });

  it('is shown where it will be', () => {
    const toTopic = { type: 'channel', to: 1, topic: 'Birds', content: 'hi' } as const;
    const toPeople = { type: 'direct', to: [6, 7], content: 'hi' } as const;
    expect(belongsTo({ kind: 'all' }, toTopic, 5)).toBe(true);
    expect(belongsTo({ kind: 'channel', channelId: 1 }, toTopic, 5)).toBe(true);
    expect(belongsTo({ kind: 'topic', channelId: 1, topic: 'birds' }, toTopic, 5)).toBe(true);
    expect(belongsTo({ kind: 'topic', channelId: 2, topic: 'birds' }, toTopic, 5)).toBe(false);
    expect(belongsTo({ kind: 'direct', userIds: [6, 7] }, toPeople, 5)).toBe(true);
    expect(belongsTo({ kind: 'direct', userIds: [6] }, toPeople, 5)).toBe(false);
    expect(belongsTo({ kind: 'direct', userIds: [] }, { type: 'direct', to: [5], content: 'hi' }, 5)).toBe(true);
    expect(belongsTo({ kind: 'mentions' }, toTopic, 5)).toBe(false);
  });
});
