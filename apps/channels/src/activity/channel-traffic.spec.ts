import { describe, expect, it } from '@jest/globals';
import { isRecentlyActive, weeklyTraffic } from './channel-traffic.js';

const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 3600 * 1000);

describe('whether a channel is recently active', () => {
  const table: [string, number, number | null, boolean][] = [
    ['new, without a message', 3, null, true],
    ['old, without a message', 200, null, false],
    ['old, with a message yesterday', 900, 1, true],
    ['old, with its last message 180 days ago', 900, 180, false],
    ['old, with its last message 179 days ago', 900, 179, true],
  ];
  for (const [what, age, last, expected] of table) {
    it(`${what}: ${expected}`, () => expect(isRecentlyActive(daysAgo(age), last === null ? null : daysAgo(last), NOW)).toBe(expected));
  }
});

describe('messages per week', () => {
  const table: [string, number, number, number | null][] = [
    ['too young for an estimate', 6, 100, null],
    ['a week old but for an hour', 6.96, 100, null],
    ['a week old: all of them', 7, 95, 95],
    ['two weeks old: half of them', 14, 40, 20],
    ['four weeks old: a quarter', 28, 40, 10],
    ['old: a quarter of four weeks', 400, 40, 10],
    ['less than one message per week', 400, 3, 0],
    ['to two digits', 400, 4 * 1_237, 1_200],
    ['nothing', 400, 0, 0],
  ];
  for (const [what, age, messages, expected] of table) {
    it(`${what}: ${expected}`, () => expect(weeklyTraffic(daysAgo(age), messages, NOW)).toBe(expected));
  }
});
