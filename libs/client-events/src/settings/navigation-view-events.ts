import { navigationViewCreated, navigationViewDeleted, navigationViewUpdated } from '@parley/contracts/settings';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';

export const navigationViewCreatedFanOut = fanOut(navigationViewCreated, {
  parts: ({ userId, view }) => [ownPart(userId, { op: 'add', navigation_view: view })],
});

export const navigationViewUpdatedFanOut = fanOut(navigationViewUpdated, {
  parts: ({ userId, fragment, data }) => [ownPart(userId, { op: 'update', fragment, data })],
});

export const navigationViewDeletedFanOut = fanOut(navigationViewDeleted, {
  parts: ({ userId, fragment }) => [ownPart(userId, { op: 'remove', fragment })],
});

function ownPart(userId: number, event: Readonly<Record<string, unknown>>): Part {
  return {
    clientType: 'navigation_view',
    audience: { users: [userId] },
    render: (): ClientEvent => ({ type: 'navigation_view', ...event }),
  };
}
