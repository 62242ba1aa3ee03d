import { expect, it } from '@jest/globals';
import { randomTestFiles, seedsOfDay } from './random-tests.js';

it('finds the random tests of services and libraries', () => {
  const found = randomTestFiles();
  expect(found).toContain('apps/messaging/test/random-history.it-spec.ts');
  expect(found).toContain('apps/channels/test/group-reads.it-spec.ts');
  expect(found).toContain('libs/runtime/src/fairness/fair-gate.spec.ts');
  expect(found).not.toContain('apps/messaging/test/send-message.it-spec.ts');
});

it('makes seeds from the date, different ones each day', () => {
  expect(seedsOfDay(new Date('2026-11-22T23:59:59Z'), 3)).toEqual([2026112200, 2026112201, 2026112202]);
  expect(seedsOfDay(new Date('2026-11-23T00:00:00Z'), 1)).toEqual([2026112300]);
});
