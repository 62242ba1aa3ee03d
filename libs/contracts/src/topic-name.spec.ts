import { expect, it } from '@jest/globals';
import { displayTopic, normalizeTopic, topicKey } from './topic-name.js';

it.each([
  ['plans', 'plans'],
  ['  plans \n', 'plans'],
  ['   ', ''],
  ['(no topic)', ''],
  [' (no topic) ', ''],
  ['general chat', ''],
  ['General chat', 'General chat'],
])('stores the topic %j as %j', (input, topic) => expect(normalizeTopic(input)).toBe(topic));

it('treats topics as identical regardless of case', () => expect(topicKey('Plans ÄÖ')).toBe('plans äö'));

it.each([
  ['', true, ''],
  ['', false, 'general chat'],
  ['plans', true, 'plans'],
  ['plans', false, 'plans'],
])('shows %j to a client that knows the empty topic (%j) as %j', (topic, knows, shown) => expect(displayTopic(topic, knows)).toBe(shown));
