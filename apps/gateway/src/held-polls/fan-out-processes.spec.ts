import { beforeEach, describe, expect, it } from '@jest/globals';
import type { FanOutAlive } from '@parley/contracts/event-queue';
import { FanOutProcesses, type OrganizationFilter } from './fan-out-processes.js';

const ORGANIZATIONS = [0, 1, 2, 3, 4, 5, 6, 7];
let now: number;
let processes: FanOutProcesses;
beforeEach(() => {
  now = 0;
  processes = new FanOutProcesses('gw', () => now);
});

const alive = (given: Partial<FanOutAlive> = {}) => repeatedBy(processes.onAlive({ ...A, ...given }));
const A: FanOutAlive = { process: 'a', partitions: 4, held: [0, 1], redisReturns: 0, sent: {} };
const repeatedBy = (filter: OrganizationFilter | undefined) => (filter === undefined ? [] : ORGANIZATIONS.filter(filter));
const covered = () => ORGANIZATIONS.filter(processes.covers);

describe('polls must be repeated', () => {
  it('when a process is new, those of its partitions, and then no more while nothing is lost', () => {
    expect(alive()).toEqual([0, 1, 4, 5]);
    expect(alive()).toEqual([]);
    expect(repeatedBy(processes.onWokenBy('a', 1))).toEqual([]);
    expect(repeatedBy(processes.onWokenBy('a', 2))).toEqual([]);
    expect(alive({ sent: { gw: 2, other: 9 } })).toEqual([]);
  });

  it('after a gap between two wake-ups, once', () => {
    alive({ sent: { gw: 4 } });
    expect(repeatedBy(processes.onWokenBy('a', 5))).toEqual([]);
    expect(repeatedBy(processes.onWokenBy('a', 7))).toEqual([0, 1, 4, 5]);
    expect(repeatedBy(processes.onWokenBy('a', 8))).toEqual([]);
    expect(alive({ sent: { gw: 8 } })).toEqual([]);
  });

  it('when a heartbeat names a wake-up that did not arrive, also of partitions that the process has left since', () => {
    alive();
    expect(alive({ held: [0], sent: { gw: 1 } })).toEqual([0, 1, 4, 5]);
    expect(alive({ held: [0], sent: { gw: 1 } })).toEqual([]);
    // It arrives late.
    expect(repeatedBy(processes.onWokenBy('a', 1))).toEqual([]);
  });

  it('when a process takes partitions, those of the new ones; not when it leaves some', () => {
    alive();
    expect(alive({ held: [0, 1, 3] })).toEqual([3, 7]);
    expect(alive({ held: [3] })).toEqual([]);
    expect(covered()).toEqual([3, 7]);
  });

  it('when the number of partitions changes', () => {
    alive();
    expect(alive({ partitions: 8, held: [0, 7] })).toEqual([0, 7]);
  });

  it('all of them, when Redis was away', () => {
    alive();
    expect(alive({ redisReturns: 1 })).toEqual(ORGANIZATIONS);
    expect(alive({ redisReturns: 1 })).toEqual([]);
  });

  it('when a process was silent for three seconds, once, and it no longer covers them', () => {
    alive();
    alive({ process: 'b', held: [2] });
    now = 2_999;
    expect(repeatedBy(processes.check())).toEqual([]);
    alive({ process: 'b', held: [2] });
    now = 3_000;
    expect(repeatedBy(processes.check())).toEqual([0, 1, 4, 5]);
    expect(repeatedBy(processes.check())).toEqual([]);
    expect(covered()).toEqual([2, 6]);
    expect(alive()).toEqual([0, 1, 4, 5]);
  });
});

it('a heartbeat of a process that has sent nothing here recently names no number, which is no gap', () => {
  alive({ sent: { gw: 5 } });
  expect(alive({ sent: {} })).toEqual([]);
  expect(repeatedBy(processes.onWokenBy('a', 6))).toEqual([]);
});

it('wake-ups of earlier releases, and of unknown processes, have no numbers to compare', () => {
  expect(repeatedBy(processes.onWokenBy(undefined, undefined))).toEqual([]);
  expect(repeatedBy(processes.onWokenBy('a', 9))).toEqual([]);
  expect(covered()).toEqual([]);
});
