import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Assignment } from './assignment.js';

const PARTITIONS = 256;
const names = (count: number) => Array.from({ length: count }, (_, n) => `replica-${n}|${PARTITIONS}`);
const ownersAmong = async (members: readonly string[], partitions = PARTITIONS) => {
  const owners = new Map<number, string[]>();
  for (const member of members) {
    for (const partition of await new Assignment().of(member, members, partitions)) {
      owners.set(partition, [...(owners.get(partition) ?? []), member]);
    }
  }
  return owners;
};

describe('partitions', () => {
  it('have exactly one owner each, whatever the order in which members are known', async () => {
    const members = names(20);
    const owners = await ownersAmong(members);
    expect(owners.size).toBe(PARTITIONS);
    for (const each of owners.values()) expect(each).toHaveLength(1);
    expect(await new Assignment().of('replica-3|256', members.toReversed(), PARTITIONS)).toEqual(
      await new Assignment().of('replica-3|256', members, PARTITIONS),
    );
  });

  it('move only to a member that comes, and only from a member that goes', async () => {
    const [before, after] = [await ownersAmong(names(20)), await ownersAmong(names(21))];
    const moved = [...after].filter(([partition, [owner]]) => before.get(partition)?.[0] !== owner);
    expect(moved.length).toBeGreaterThan(0);
    expect(moved.length).toBeLessThan((3 * PARTITIONS) / 21);
    expect(new Set(moved.map(([, [owner]]) => owner))).toEqual(new Set(['replica-20|256']));
  });

  it('are assigned as the script of earlier releases did, so that both can run together', async () => {
    const members = ['event-queue-1', 'event-queue-2', 'event-queue-3|256'];
    const digest = (member: string, partition: number) => createHash('sha1').update(`${member}:${partition}`).digest('hex');
    const owners = await ownersAmong(members, 64);
    for (const [partition, [owner = '']] of owners) {
      for (const other of members) expect(digest(owner, partition) >= digest(other, partition)).toBe(true);
    }
  });

  it('of the same members are known at once, and follow a change of the members', async () => {
    const assignment = new Assignment();
    const [a = '', b = ''] = names(2);
    expect((await assignment.of(a, [a], PARTITIONS)).size).toBe(PARTITIONS);
    const shared = await assignment.of(a, [a, b], PARTITIONS);
    expect(shared.size).toBeLessThan(PARTITIONS);
    expect(await assignment.of(a, [b, a], PARTITIONS)).toEqual(shared);
    expect((await assignment.of(a, [a], PARTITIONS)).size).toBe(PARTITIONS);
    expect((await assignment.of(a, [a], 64)).size).toBe(64);
  });
});
