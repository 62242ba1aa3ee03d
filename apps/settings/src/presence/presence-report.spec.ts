import { describe, expect, it } from '@jest/globals';
import { presenceTimings } from '@parley/contracts/settings';
import { presenceAfter } from './presence-report.js';

const timings = presenceTimings(10);
const NOW = 1_700_000_000;
const active = { isActive: true, at: NOW };
const idle = { isActive: false, at: NOW };

describe('a presence report', () => {
  it.each([
    ['first, active', null, active, { times: { activeAt: NOW, idleAt: NOW }, cameOnline: true }],
    ['first, idle', null, idle, { times: { activeAt: 0, idleAt: NOW }, cameOnline: false }],
    [
      'active again a minute later',
      { activeAt: NOW - 60, idleAt: NOW - 60 },
      active,
      { times: { activeAt: NOW, idleAt: NOW }, cameOnline: false },
    ],
    ['active again at once', { activeAt: NOW - 30, idleAt: NOW - 30 }, active, null],
    ['active again 55 seconds later', { activeAt: NOW - 55, idleAt: NOW - 55 }, active, null],
    [
      'active again 56 seconds later, because clients are not punctual',
      { activeAt: NOW - 56, idleAt: NOW - 56 },
      active,
      { times: { activeAt: NOW, idleAt: NOW }, cameOnline: false },
    ],
    ['idle at once after activity', { activeAt: NOW - 30, idleAt: NOW - 30 }, idle, null],
    [
      'idle a minute after activity',
      { activeAt: NOW - 60, idleAt: NOW - 60 },
      idle,
      { times: { activeAt: NOW - 60, idleAt: NOW }, cameOnline: false },
    ],
    [
      'active at once after being idle',
      { activeAt: NOW - 100, idleAt: NOW - 5 },
      active,
      { times: { activeAt: NOW, idleAt: NOW }, cameOnline: false },
    ],
    [
      'active after being idle for long',
      { activeAt: NOW - 141, idleAt: NOW - 5 },
      active,
      { times: { activeAt: NOW, idleAt: NOW }, cameOnline: true },
    ],
    [
      'active just within the threshold',
      { activeAt: NOW - 140, idleAt: NOW - 140 },
      active,
      { times: { activeAt: NOW, idleAt: NOW }, cameOnline: false },
    ],
    ['from a clock that was ahead', { activeAt: NOW + 50, idleAt: NOW + 50 }, active, null],
  ])('%s', (_, known, report, expected) => {
    expect(presenceAfter(known, report, timings)).toEqual(expected);
  });
});

describe('the intervals of an organization', () => {
  it.each([
    [0, 60, 140, true],
    [1_000, 60, 140, true],
    [1_001, 120, 280, false],
    [5_000, 300, 700, false],
  ])(
    'of %i users are %i and %i seconds, and users who come online are announced: %s',
    (people, pingIntervalSeconds, offlineThresholdSeconds, isAnnounced) => {
      expect(presenceTimings(people)).toEqual({ pingIntervalSeconds, offlineThresholdSeconds, isAnnounced });
    },
  );
});
