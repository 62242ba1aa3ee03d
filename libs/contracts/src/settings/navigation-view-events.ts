import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
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
});

/** A user pinned, hid or renamed a view. */
export const navigationViewUpdated: DomainEvent<'navigation-view.updated', z.infer<typeof updated>> = domainEvent({
  type: 'navigation-view.updated',
  owner: 'settings',
  payload: updated,
});

/** A user removed a view. */
export const navigationViewDeleted: DomainEvent<'navigation-view.deleted', z.infer<typeof deleted>> = domainEvent({
  type: 'navigation-view.deleted',
  owner: 'settings',
  payload: deleted,
});
