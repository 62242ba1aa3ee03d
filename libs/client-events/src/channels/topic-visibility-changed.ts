import { displayTopic } from '@parley/contracts';
import { type TopicVisibilityChanged, topicVisibilityChanged } from '@parley/contracts/channels';
import { type ClientEvent, fanOut, type Part, type QueueView } from '../fan-out.js';

type Person = TopicVisibilityChanged['people'][number];

export const topicVisibilityChangedFanOut = fanOut(topicVisibilityChanged, {
  parts: (changed) => {
    const muting = changed.people.filter(({ mutedTopics }) => mutedTopics !== null);
    return muting.length === 0 ? [visibilityPart(changed)] : [visibilityPart(changed), mutedPart(muting)];
  },
});

function visibilityPart({ channelId, topic, at, people }: TopicVisibilityChanged): Part {
  return {
    clientType: 'user_topic',
    audience: { users: people.map(({ userId }) => userId) },
    render: (queue): ClientEvent => ({
      type: 'user_topic',
      stream_id: channelId,
      topic_name: topicFor(queue, topic),
      last_updated: at,
      visibility_policy: personOf(people, queue).policy,
    }),
  };
}

/** The older format, with all muted topics. A queue that names both types receives only the newer one. */
function mutedPart(people: readonly Person[]): Part {
  return {
    clientType: 'muted_topics',
    audience: { users: people.map(({ userId }) => userId) },
    wants: ({ eventTypes }) => eventTypes === null || !eventTypes.includes('user_topic'),
    render: (queue): ClientEvent => ({
      type: 'muted_topics',
      muted_topics: (personOf(people, queue).mutedTopics ?? []).map(([channel, topic, at]) => [channel, topicFor(queue, topic), at]),
    }),
  };
}

function topicFor({ capabilities }: QueueView, topic: string): string {
  return displayTopic(topic, capabilities.empty_topic_name === true);
}

function personOf(people: readonly Person[], { userId }: QueueView): Person {
  const found = people.find((person) => person.userId === userId);
  if (found === undefined) throw new Error(`nothing changed for user ${userId}`);
  return found;
}
