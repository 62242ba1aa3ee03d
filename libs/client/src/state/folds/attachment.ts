import { attachmentObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const attachments = z.array(attachmentObject);
const changed = z.object({ upload_space_used: z.int(), attachment: z.looseObject({ id: z.int() }) });
const whole = z.object({ attachment: attachmentObject });

/** Attachments are not part of a registration: the state of a client is the response of GET /attachments. */
export const foldAttachment: Fold = (state, event) => {
  if (!('attachments' in state)) return state;
  const { upload_space_used, attachment } = changed.parse(event);
  const others = attachments.parse(state.attachments).filter(({ id }) => id !== attachment.id);
  switch (event.op) {
    case 'add':
    case 'update':
      return { ...state, upload_space_used, attachments: [...others, whole.parse(event).attachment] };
    case 'remove':
      return { ...state, upload_space_used, attachments: others };
    default:
      throw new Error(`no fold for attachment ${String(event.op)}`);
  }
};
