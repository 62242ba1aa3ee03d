import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt, text } from '../wire/param.js';

/** A text that a user saved to insert into messages. */
export const savedSnippetObject = z
  .object({
    id: z.int(),
    title: z.string(),
    /** Markdown. */
    content: z.string(),
    /** Seconds since the epoch. */
    date_created: z.int(),
  })
  .meta({ id: 'SavedSnippet' });
export type SavedSnippetObject = z.infer<typeof savedSnippetObject>;

/** The caller's saved snippets, oldest first. */
export const getSavedSnippets = endpoint({
  service: 'settings',
  scope: 'read',
  name: 'getSavedSnippets',
  method: 'GET',
  path: '/saved_snippets',
  summary: 'Get your saved snippets',
  params: {},
  response: { saved_snippets: z.array(savedSnippetObject) },
  example: { saved_snippets: [{ id: 1, title: 'Thanks', content: 'Thank *you*', date_created: 1795261885 }] },
});

const textErrors = ['blankText', 'textTooLong', 'invalidFormat'] as const;

/** Saves a snippet. White space around title and content is removed. */
export const createSavedSnippet = endpoint({
  service: 'settings',
  scope: 'personal',
  name: 'createSavedSnippet',
  method: 'POST',
  path: '/saved_snippets',
  summary: 'Create a saved snippet',
  params: {
    title: text().describe('Title: at most 60 characters.').example('Thanks'),
    content: text().describe('Content in Markdown.').example('Thank you! :tada:'),
  },
  response: { saved_snippet_id: z.int() },
  errors: [...textErrors, 'tooManySavedSnippets'],
  example: { saved_snippet_id: 7 },
});

/** Changes the title, the content or both. */
export const updateSavedSnippet = endpoint({
  service: 'settings',
  scope: 'personal',
  name: 'updateSavedSnippet',
  method: 'PATCH',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Update a saved snippet',
  params: { saved_snippet_id: pathInt(), title: text().optional(), content: text().optional() },
  response: {},
  errors: ['noSuchSavedSnippet', ...textErrors],
  safeToRetry: true,
  example: {},
});

/** Deletes a saved snippet. */
export const deleteSavedSnippet = endpoint({
  service: 'settings',
  scope: 'personal',
  name: 'deleteSavedSnippet',
  method: 'DELETE',
  path: '/saved_snippets/{saved_snippet_id}',
  summary: 'Delete a saved snippet',
  params: { saved_snippet_id: pathInt() },
  response: {},
  errors: ['noSuchSavedSnippet'],
  example: {},
});
