import { expect, it } from '@jest/globals';
import { hotTopics } from './hot-topics.js';

const topic = (name: string, senders: number, messages: number) => ({
  channelId: 1,
  channelName: 'plans',
  topic: name,
  messageIds: [1],
  senders,
  messages,
});

it('first those with most people, then those with most messages, four together', () => {
  const topics = [topic('a', 1, 90), topic('b', 5, 10), topic('c', 2, 20), topic('d', 4, 9), topic('e', 2, 30), topic('f', 3, 3)];
  expect(hotTopics(topics).map((each) => each.topic)).toEqual(['b', 'd', 'a', 'e']);
});

it('all, if there are few', () => {
  expect(hotTopics([topic('a', 1, 1), topic('b', 2, 2)]).map((each) => each.topic)).toEqual(['b', 'a']);
  expect(hotTopics([])).toEqual([]);
});
