import { describe, expect, it } from '@jest/globals';
import { TOPIC_VISIBILITY, type TopicVisibilityChanged } from '@parley/contracts/channels';
import { receivedBy, testQueue } from '../test-queue.js';
import { topicVisibilityChangedFanOut } from './topic-visibility-changed.js';

const changed: TopicVisibilityChanged = {
  channelId: 3,
  topic: '',
  at: 100,
  people: [
    { userId: 7, policy: TOPIC_VISIBILITY.muted, mutedTopics: [['general', '', 100]] },
    { userId: 8, policy: TOPIC_VISIBILITY.followed, mutedTopics: null },
  ],
};
const parts = topicVisibilityChangedFanOut.parts(changed);
const event = { type: 'user_topic', stream_id: 3, topic_name: 'general chat', last_updated: 100, visibility_policy: 1 };

describe('a policy of a topic', () => {
  it('is sent to each user, and all muted topics in the older format where they changed', () => {
    expect(parts.map(({ audience }) => audience)).toEqual([{ users: [7, 8] }, { users: [7] }]);
    expect(receivedBy(testQueue, parts)).toEqual([event, { type: 'muted_topics', muted_topics: [['general', 'general chat', 100]] }]);
    expect(parts[0]?.render({ ...testQueue, userId: 8 }).visibility_policy).toBe(TOPIC_VISIBILITY.followed);
  });

  it('has the empty name for clients that know it', () => {
    expect(receivedBy({ ...testQueue, capabilities: { empty_topic_name: true } }, parts)).toEqual([
      { ...event, topic_name: '' },
      { type: 'muted_topics', muted_topics: [['general', '', 100]] },
    ]);
  });

  it.each([
    [['user_topic', 'muted_topics'], 1],
    [['muted_topics'], 2],
  ])('for a client that registered %j: the older format only without the newer', (eventTypes, count) => {
    expect(receivedBy({ ...testQueue, eventTypes }, parts)).toHaveLength(count);
  });

  it('has no older format if no muted topic changed', () => {
    const followed = { ...changed, people: changed.people.slice(1) };
    expect(topicVisibilityChangedFanOut.parts(followed).map(({ clientType }) => clientType)).toEqual(['user_topic']);
  });

  it('cannot be rendered for a user for whom it did not change', () => {
    expect(() => parts[0]?.render({ ...testQueue, userId: 9 })).toThrow('nothing changed for user 9');
  });
});
