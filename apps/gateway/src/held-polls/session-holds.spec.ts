import { expect, it } from '@jest/globals';
import { SessionHolds } from './session-holds.js';

const hold = (organizationId: number, userId: number, mayEnd = true) => ({
  request: { organizationId, userId, mayEnd, queueId: 'q', lastEventId: -1, waits: true, requestId: 'r' },
});

it('finds the polls of sessions by their person or organization', () => {
  const holds = new SessionHolds();
  const [anna, bert, away, ofKey] = [hold(1, 7), hold(1, 8), hold(2, 7), hold(1, 7, false)];
  for (const each of [anna, bert, away, ofKey]) holds.add(each);
  expect(holds.of(1, [7])).toEqual([anna]);
  expect(holds.of(1, null)).toEqual([anna, bert]);
  expect(holds.of(3, null)).toEqual([]);
});

it('keeps nothing of polls that are over, or are not of a session', () => {
  const holds = new SessionHolds();
  const [anna, bert, ofKey] = [hold(1, 7), hold(1, 8), hold(3, 7, false)];
  for (const each of [anna, bert, ofKey]) holds.add(each);
  for (const each of [anna, ofKey]) holds.delete(each);
  expect([holds.of(1, null), holds.size]).toEqual([[bert], 1]);
  holds.delete(bert);
  holds.delete(bert);
  expect(holds.size).toBe(0);
});
