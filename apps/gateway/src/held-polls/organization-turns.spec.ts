import { expect, it } from '@jest/globals';
import { OrganizationTurns } from './organization-turns.js';

function turnsWith(counts: Readonly<Record<number, number>>): OrganizationTurns<string> {
  const turns = new OrganizationTurns<string>();
  for (const [organizationId, count] of Object.entries(counts)) {
    for (let n = 0; n < count; n += 1) turns.add(Number(organizationId), `${organizationId}-${n}`);
  }
  return turns;
}
const all = () => true;

it('gives in the order of arrival within an organization', () => {
  const turns = turnsWith({ 1: 60 });
  expect(turns.take(60, all)).toEqual(Array.from({ length: 60 }, (_, n) => `1-${n}`));
  expect(turns.isEmpty).toBe(true);
});

it('gives a small organization its turn before the rest of a large one', () => {
  const turns = turnsWith({ 1: 1_000, 2: 1, 3: 2 });
  const first = turns.take(40, all);
  expect(first.filter((each) => !each.startsWith('1-'))).toEqual(['2-0', '3-0', '3-1']);
  expect(first).toHaveLength(40);
});

it('drops what is not wanted', () => {
  const turns = turnsWith({ 1: 3 });
  expect(turns.take(3, (each) => each !== '1-1')).toEqual(['1-0', '1-2']);
  expect(turns.isEmpty).toBe(true);
});

it('takes over what waits elsewhere', () => {
  const turns = turnsWith({ 1: 1 });
  turns.addAll(turnsWith({ 1: 1, 2: 1 }));
  expect(turns.take(9, all)).toEqual(['1-0', '1-0', '2-0']);
});
