import { savedSnippetCreated, savedSnippetDeleted, savedSnippetUpdated } from '@parley/contracts/settings';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';

export const savedSnippetCreatedFanOut = fanOut(savedSnippetCreated, {
  parts: ({ userId, snippet }) => [ownPart(userId, { op: 'add', saved_snippet: snippet })],
});

export const savedSnippetUpdatedFanOut = fanOut(savedSnippetUpdated, {
  parts: ({ userId, snippet }) => [ownPart(userId, { op: 'update', saved_snippet: snippet })],
});

export const savedSnippetDeletedFanOut = fanOut(savedSnippetDeleted, {
  parts: ({ userId, snippetId }) => [ownPart(userId, { op: 'remove', saved_snippet_id: snippetId })],
});

function ownPart(userId: number, event: Readonly<Record<string, unknown>>): Part {
  return { clientType: 'saved_snippets', audience: { users: [userId] }, render: (): ClientEvent => ({ type: 'saved_snippets', ...event }) };
}
