import { describe, expect, it } from '@jest/globals';
import { lanesOf } from '@parley/contracts/event-queue';
import { assignLanes, LaneAssignment } from './lane-assignment.js';

const replicas = (count: number) => Array.from({ length: count }, (_, n) => `replica-${n}`);
const counts = (lanes: number, members: readonly string[], organizationId = 27) => {
  const assigned = [...assignLanes(lanesOf(organizationId, lanes), members).values()];
  return members.map((member) => assigned.filter((each) => each === member).length).sort((a, b) => b - a);
};

describe('the lanes of an organization', () => {
  it('are divided evenly between the replicas', () => {
    for (let organizationId = 1; organizationId <= 50; organizationId += 1) {
      expect(counts(4, replicas(4), organizationId)).toEqual([1, 1, 1, 1]);
      expect(counts(4, replicas(3), organizationId)).toEqual([2, 1, 1]);
      expect(counts(2, replicas(4), organizationId)).toEqual([1, 1, 0, 0]);
    }
  });

  it('of different organizations go to different replicas', () => {
    const firsts = Array.from({ length: 200 }, (_, id) => assignLanes(lanesOf(id + 1, 2), replicas(8)).get(`${id + 1}:2.0`));
    for (const member of replicas(8)) expect(firsts.filter((each) => each === member).length).toBeGreaterThan(8);
  });

  it('are served by exactly one replica, by the names that all know, in any order', () => {
    const members = replicas(5);
    const lanes = lanesOf(27, 16);
    const held = members.map((me) => new LaneAssignment().of(me, [...members].reverse(), [lanes]));
    expect(held.flat().sort()).toEqual([...lanes].sort());
    expect(new LaneAssignment().of('replica-0', members, [lanes])).toEqual(held[0]);
  });

  it('move only where a replica came or went: most stay', () => {
    const before = assignLanes(lanesOf(27, 16), replicas(8));
    const after = assignLanes(lanesOf(27, 16), replicas(8).slice(1));
    const moved = [...before].filter(([lane, member]) => member !== 'replica-0' && after.get(lane) !== member);
    expect(moved.length).toBeLessThan(10);
    expect([...after.values()]).not.toContain('replica-0');
  });

  it('are assigned again when names or lanes change', () => {
    const assignment = new LaneAssignment();
    expect(assignment.of('replica-0', replicas(1), [lanesOf(27, 2)])).toEqual(lanesOf(27, 2));
    expect(assignment.of('replica-0', replicas(2), [lanesOf(27, 2)])).toHaveLength(1);
    expect(assignment.of('replica-0', replicas(1), [lanesOf(27, 4)])).toEqual(lanesOf(27, 4));
    expect(assignment.of('replica-0', replicas(1), [])).toEqual([]);
  });
});
