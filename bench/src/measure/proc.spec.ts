import { describe, expect, it } from '@jest/globals';
import { parseMachine, parsePss, parseSchedstat, parseStat, parseWords } from './proc.js';

describe('the times of a process in /proc/PID/stat', () => {
  const rest = 'S 1 10 10 0 -1 4194304 98 7 0 0 12 5 340 21 20 0 11 0 52062 3133440 392 18446744073709551615';

  it('are user and system time in milliseconds, and those of ended children', () => {
    expect(parseStat(`42 (node) ${rest}`)).toEqual({ ownMs: 170, endedChildrenMs: 3_610 });
  });

  it('are found after a name with spaces and parentheses', () => {
    expect(parseStat(`42 (a ) S 9 (b) ${rest}`).ownMs).toBe(170);
  });

  it('are never guessed', () => {
    expect(() => parseStat('42 (node) S 1')).toThrow('not a line of /proc/PID/stat');
  });
});

it('the time of a thread is the first number of schedstat', () => {
  expect(parseSchedstat('1234567890 64636 1\n')).toBeCloseTo(1_234.57, 2);
  expect(() => parseSchedstat('')).toThrow('not a line of schedstat');
});

it('memory is the proportional share of smaps_rollup', () => {
  expect(parsePss('55d1-7ffe ---p 00000000 00:00 0 [rollup]\nRss:  99 kB\nPss:   87654 kB\nPss_Anon:   1 kB\n')).toBe(87_654);
  expect(() => parsePss('Rss: 1 kB')).toThrow('no line "Pss:"');
});

it('the machine is busy in everything but idle, waiting and stolen time', () => {
  expect(parseMachine('cpu  10 1 20 1000 50 2 3 7 0 0\ncpu0 5 0 10 500 25 1 1 3 0 0\n')).toEqual({ busyMs: 360, stolenMs: 70 });
});

it('words are separated by NUL', () => {
  expect(parseWords('node\0dist/main.js\0')).toEqual(['node', 'dist/main.js']);
});
