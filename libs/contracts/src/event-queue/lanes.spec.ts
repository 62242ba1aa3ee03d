import { describe, expect, it } from '@jest/globals';
import { laneOf, lanesOf, organizationOf, parseLane, peopleOf, placeOf } from './lanes.js';

const PEOPLE = Array.from({ length: 10_000 }, (_, n) => n + 1);

describe('lanes of people', () => {
  it('an organization with one lane has its id as its lane, for all people', () => {
    expect(lanesOf(27, 1)).toEqual([27]);
    expect(PEOPLE.every((user) => laneOf(27, 1, user) === 27 && peopleOf(27)(user))).toBe(true);
  });

  it('each person is in exactly one lane, and the lanes have about as many people', () => {
    for (const lanes of [2, 3, 4, 16, 64]) {
      const all = lanesOf(27, lanes);
      const counts = new Map(all.map((lane) => [lane, 0]));
      for (const user of PEOPLE) counts.set(laneOf(27, lanes, user), (counts.get(laneOf(27, lanes, user)) ?? 0) + 1);
      expect(counts.size).toBe(lanes);
      for (const count of counts.values()) expect(Math.abs(count - PEOPLE.length / lanes)).toBeLessThan((PEOPLE.length / lanes) * 0.4);
      for (const user of PEOPLE.slice(0, 100)) expect(all.filter((lane) => peopleOf(lane)(user))).toEqual([laneOf(27, lanes, user)]);
    }
  });

  it('never change for a person and a number: queues are found by them', () => {
    expect([1, 2, 3, 1_000, 33_554_433].map((user) => laneOf(27, 4, user))).toEqual(['27:4.3', '27:4.2', '27:4.3', '27:4.0', '27:4.2']);
  });

  it('say which they are', () => {
    expect(parseLane('27')).toBe(27);
    expect(parseLane('27:4.2')).toBe('27:4.2');
    expect([27, '27:4.2' as const].map(organizationOf)).toEqual([27, 27]);
    expect(placeOf('27:16.12')).toEqual({ lanes: 16, number: 12 });
    expect(placeOf(27)).toEqual({ lanes: 1, number: 0 });
  });
});
