import type { Fold } from '../client-state.js';

/** Attachments are not part of a registration: the state of a client is the response of GET /attachments. */
export const foldAttachment: Fold<'attachment'> = (state, event) => {
  if (!state.attachments) return state;
  const { upload_space_used } = event;
  const others = state.attachments.filter(({ id }) => id !== event.attachment.id);
  return { ...state, upload_space_used, attachments: event.op === 'remove' ? others : [...others, event.attachment] };
};
