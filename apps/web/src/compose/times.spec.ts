import { describe, expect, it } from '@jest/globals';
import { localTime, namedTimes, readTime, timeMarkdown } from './times.js';

/** Wednesday. */
const NOW = new Date(2026, 10, 25, 10, 20, 30);
const written = (time: Date | undefined) => time && localTime(time);

describe('times', () => {
  it('that people often mean are in the future', () => {
    expect(namedTimes(NOW).map(([name, time]) => [name, localTime(time)])).toEqual([
      ['inOneHour', '2026-11-25T11:21'],
      ['thisEvening', '2026-11-25T18:00'],
      ['tomorrowMorning', '2026-11-26T09:00'],
      ['nextMonday', '2026-11-30T09:00'],
    ]);
    const evening = new Date(2026, 10, 30, 23, 0);
    expect(namedTimes(evening).map(([name, time]) => [name, localTime(time)])).toEqual([
      ['inOneHour', '2026-12-01T00:00'],
      ['tomorrowMorning', '2026-12-01T09:00'],
      ['nextMonday', '2026-12-07T09:00'],
    ]);
  });

  it.each([
    ['14:30', '2026-11-25T14:30'],
    ['2026-12-24', '2026-12-24T09:00'],
    ['2026-12-24 18:05', '2026-12-24T18:05'],
    ['2026-12-24T18:05:00', '2026-12-24T18:05'],
    ['2026-06-31', undefined],
    ['25:00', undefined],
    ['soon', undefined],
    ['', undefined],
  ])('%j is read as %s', (text, time) => expect(written(readTime(text, NOW))).toBe(time));

  it('are written with the offset of the writer', () => {
    const markdown = timeMarkdown(NOW);
    expect(markdown).toMatch(/^<time:2026-11-25T10:20:00[+-]\d\d:\d\d>$/);
    expect(new Date(markdown.slice(6, -1)).getTime()).toBe(NOW.getTime() - 30_000);
  });
});
