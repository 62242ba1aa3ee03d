import { z } from 'zod';
import { type DomainEvent, domainEvent } from '../domain-event.js';
import { savedSnippetObject } from './saved-snippets.js';

const kept = z.object({ userId: z.int(), snippet: savedSnippetObject });
const deleted = z.object({ userId: z.int(), snippetId: z.int() });
type Kept = z.infer<typeof kept>;

/** A user saved a snippet. */
export const savedSnippetCreated: DomainEvent<'saved-snippet.created', Kept> = domainEvent({
  type: 'saved-snippet.created',
  owner: 'settings',
  payload: kept,
});

/** A user changed a snippet. */
export const savedSnippetUpdated: DomainEvent<'saved-snippet.updated', Kept> = domainEvent({
  type: 'saved-snippet.updated',
  owner: 'settings',
  payload: kept,
});

/** A user deleted a snippet. */
export const savedSnippetDeleted: DomainEvent<'saved-snippet.deleted', z.infer<typeof deleted>> = domainEvent({
  type: 'saved-snippet.deleted',
  owner: 'settings',
  payload: deleted,
});
