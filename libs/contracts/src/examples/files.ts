// Uploaded files in the documentation.
import type { AttachmentObject } from '../messaging/attachment-object.js';

export const attachmentExample: AttachmentObject = {
  id: 5,
  name: 'notes.txt',
  path_id: '1/8NGzxclxs3oGLLiwruYdL3-0/notes.txt',
  size: 9,
  create_time: 1_795_261_967_479,
  messages: [{ id: 42, date_sent: 1_795_261_968_000 }],
};
