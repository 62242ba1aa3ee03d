import { z } from 'zod';
import { type ClientEvent, domainEvent, type Part } from '../domain-event.js';
import { draftObject } from './draft-object.js';

/** Maximum number of drafts in one event. More become several events. */
export const DRAFTS_PER_EVENT = 50;

const userId = z.int();

/** A user saved drafts. */
export const draftsCreated = domainEvent({
  type: 'drafts.created',
  owner: 'messaging',
  payload: z.object({ userId, drafts: z.array(draftObject).max(DRAFTS_PER_EVENT) }),
  parts: ({ userId, drafts }) => [ownPart(userId, { op: 'add', drafts })],
});

/** A user changed a draft. */
export const draftUpdated = domainEvent({
  type: 'draft.updated',
  owner: 'messaging',
  payload: z.object({ userId, draft: draftObject }),
  parts: ({ userId, draft }) => [ownPart(userId, { op: 'update', draft })],
});

/** A user deleted a draft. */
export const draftRemoved = domainEvent({
  type: 'draft.removed',
  owner: 'messaging',
  payload: z.object({ userId, draftId: z.int() }),
  parts: ({ userId, draftId }) => [ownPart(userId, { op: 'remove', draft_id: draftId })],
});

function ownPart(owner: number, news: Omit<ClientEvent, 'type'>): Part {
  return { clientType: 'drafts', audience: { users: [owner] }, render: () => ({ type: 'drafts', ...news }) };
}
