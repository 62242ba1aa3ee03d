import { draftRemoved, draftsCreated, draftUpdated } from '@parley/contracts/messaging';
import { type ClientEvent, fanOut, type Part } from '../fan-out.js';

export const draftsCreatedFanOut = fanOut(draftsCreated, {
  parts: ({ userId, drafts }) => [ownPart(userId, { op: 'add', drafts })],
});

export const draftUpdatedFanOut = fanOut(draftUpdated, {
  parts: ({ userId, draft }) => [ownPart(userId, { op: 'update', draft })],
});

export const draftRemovedFanOut = fanOut(draftRemoved, {
  parts: ({ userId, draftId }) => [ownPart(userId, { op: 'remove', draft_id: draftId })],
});

function ownPart(owner: number, news: Omit<ClientEvent, 'type'>): Part {
  return { clientType: 'drafts', audience: { users: [owner] }, render: () => ({ type: 'drafts', ...news }) };
}
