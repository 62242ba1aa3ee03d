import { expect, it } from '@jest/globals';
import type { ClientState } from '@parley/client';
import { peopleList } from './people-list.js';

const NOW = 10_000;
const person = (user_id: number, full_name: string, more = {}) => ({
  user_id,
  full_name,
  email: `user${user_id}@example.com`,
  delivery_email: null,
  is_active: true,
  ...more,
});

it('lists who is here first, finds names and addresses, and leaves out who is gone', () => {
  const state: ClientState = {
    realm_users: [
      person(1, 'Zoe'),
      person(2, 'Ann'),
      person(3, 'Bob', { delivery_email: 'zebra@example.com' }),
      person(4, 'Gone', { is_active: false }),
    ],
    presences: { 1: { active_timestamp: NOW, idle_timestamp: NOW }, 3: { active_timestamp: 0, idle_timestamp: NOW } },
  } as never;
  const names = (query: string) => peopleList(state, query, NOW, (a, b) => a.localeCompare(b)).map(({ full_name }) => full_name);
  expect(names('')).toEqual(['Zoe', 'Bob', 'Ann']);
  expect(names('ze')).toEqual(['Bob']);
  expect(names('gone')).toEqual([]);
});
