import { z } from 'zod';
import { type ClientEvent, type DomainEvent, domainEvent, type Part } from '../domain-event.js';
import { savedSnippetObject } from './saved-snippets.js';

const kept = z.object({ userId: z.int(), snippet: savedSnippetObject });
const deleted = z.object({ userId: z.int(), snippetId: z.int() });
type Kept = z.infer<typeof kept>;

/** Somebody keeps a text. */
export const savedSnippetCreated: DomainEvent<'saved-snippet.created', Kept> = domainEvent({
  type: 'saved-snippet.created',
  owner: 'settings',
  payload: kept,
  parts: ({ userId, snippet }) => [told(userId, { op: 'add', saved_snippet: snippet })],
});

/** Somebody changed a text he keeps. */
export const savedSnippetUpdated: DomainEvent<'saved-snippet.updated', Kept> = domainEvent({
  type: 'saved-snippet.updated',
  owner: 'settings',
  payload: kept,
  parts: ({ userId, snippet }) => [told(userId, { op: 'update', saved_snippet: snippet })],
});

/** Somebody removed a text he kept. */
export const savedSnippetDeleted: DomainEvent<'saved-snippet.deleted', z.infer<typeof deleted>> = domainEvent({
  type: 'saved-snippet.deleted',
  owner: 'settings',
  payload: deleted,
  parts: ({ userId, snippetId }) => [told(userId, { op: 'remove', saved_snippet_id: snippetId })],
});

function told(userId: number, event: Readonly<Record<string, unknown>>): Part {
  return { clientType: 'saved_snippets', audience: { users: [userId] }, render: (): ClientEvent => ({ type: 'saved_snippets', ...event }) };
}
