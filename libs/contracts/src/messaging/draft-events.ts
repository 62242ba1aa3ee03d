import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { draftObject } from './draft-object.js';

/** Maximum number of drafts in one event. More become several events. */
export const DRAFTS_PER_EVENT = 50;

const userId = z.int();

/** A user saved drafts. */
export const draftsCreated = domainEvent({
  type: 'drafts.created',
  owner: 'messaging',
  payload: z.object({ userId, drafts: z.array(draftObject).max(DRAFTS_PER_EVENT) }),
});

/** A user changed a draft. */
export const draftUpdated = domainEvent({
  type: 'draft.updated',
  owner: 'messaging',
  payload: z.object({ userId, draft: draftObject }),
});

/** A user deleted a draft. */
export const draftRemoved = domainEvent({
  type: 'draft.removed',
  owner: 'messaging',
  payload: z.object({ userId, draftId: z.int() }),
});
