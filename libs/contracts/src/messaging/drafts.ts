import { z } from 'zod';
import { endpoint } from '../contract.js';
import { DRAFT_ERRORS } from '../errors/error-lists.js';
import { json, pathInt } from '../wire/param.js';
import { draftInput, draftObject, MAX_DRAFTS } from './draft-object.js';

const example = { type: 'stream', to: [9], topic: 'plans', content: 'What if we', timestamp: 1_795_251_199 };

/** The caller's drafts, least recently edited first. */
export const listDrafts = endpoint({
  name: 'listDrafts',
  method: 'GET',
  path: '/drafts',
  service: 'messaging',
  scope: 'read',
  summary: 'Get drafts',
  params: {},
  response: { count: z.int(), drafts: z.array(draftObject) },
  errors: ['draftsNotSynchronized'],
  example: { count: 1, drafts: [{ id: 1, ...example }] },
});

/** Saves drafts and notifies the caller's other clients. If one is rejected, none is saved. */
export const createDrafts = endpoint({
  name: 'createDrafts',
  method: 'POST',
  path: '/drafts',
  service: 'messaging',
  scope: 'personal',
  summary: 'Create drafts',
  params: { drafts: json(z.array(draftInput).max(MAX_DRAFTS)).default([]).example([example]) },
  response: { ids: z.array(z.int()).describe('Ids of the new drafts, in the order of `drafts`.') },
  errors: [...DRAFT_ERRORS, 'tooManyDrafts'],
  example: { ids: [1] },
});

/** Replaces a draft. */
export const editDraft = endpoint({
  name: 'editDraft',
  method: 'PATCH',
  path: '/drafts/{draft_id}',
  service: 'messaging',
  scope: 'personal',
  summary: 'Edit a draft',
  params: { draft_id: pathInt(), draft: json(draftInput).example(example) },
  response: {},
  errors: ['noSuchDraft', ...DRAFT_ERRORS],
});

export const deleteDraft = endpoint({
  name: 'deleteDraft',
  method: 'DELETE',
  path: '/drafts/{draft_id}',
  service: 'messaging',
  scope: 'personal',
  summary: 'Delete a draft',
  params: { draft_id: pathInt() },
  response: {},
  errors: ['noSuchDraft', 'draftsNotSynchronized'],
});
