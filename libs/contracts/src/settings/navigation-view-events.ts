import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { navigationViewObject } from './navigation-views.js';

const created = z.object({ userId: z.int(), view: navigationViewObject });
const updated = z.object({
  userId: z.int(),
  fragment: z.string(),
  /** The changed properties with their new values. */
  data: navigationViewObject.pick({ is_pinned: true, name: true }).partial(),
});
const deleted = z.object({ userId: z.int(), fragment: z.string() });

/** A user added a view to their sidebar. */
export const navigationViewCreated: DomainEvent<'navigation-view.created', z.infer<typeof created>> = domainEvent({
  type: 'navigation-view.created',
  owner: 'settings',
  payload: created,
  parts: ({ userId, view }) => [ownPart(userId, { op: 'add', navigation_view: view })],
});

/** A user pinned, hid or renamed a view. */
export const navigationViewUpdated: DomainEvent<'navigation-view.updated', z.infer<typeof updated>> = domainEvent({
  type: 'navigation-view.updated',
  owner: 'settings',
  payload: updated,
  parts: ({ userId, fragment, data }) => [ownPart(userId, { op: 'update', fragment, data })],
});

/** A user removed a view. */
export const navigationViewDeleted: DomainEvent<'navigation-view.deleted', z.infer<typeof deleted>> = domainEvent({
  type: 'navigation-view.deleted',
  owner: 'settings',
  payload: deleted,
  parts: ({ userId, fragment }) => [ownPart(userId, { op: 'remove', fragment })],
});

function ownPart(userId: number, event: Readonly<Record<string, unknown>>): Part {
  return {
    clientType: 'navigation_view',
    audience: { users: [userId] },
    render: (): ClientEvent => ({ type: 'navigation_view', ...event }),
  };
}
