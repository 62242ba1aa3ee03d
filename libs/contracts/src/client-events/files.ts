import { z } from 'zod';
import { clientEvent } from '../client-event.js';
import { attachmentExample } from '../examples/files.js';
import { attachmentObject } from '../messaging/attachment-object.js';

const upload_space_used = z.int().describe('Bytes of all attachments of the organization.');
const attachment = { attachment: attachmentObject, upload_space_used };
const example = { attachment: attachmentExample, upload_space_used: attachmentExample.size };

export const attachmentAddEvent = clientEvent({
  type: 'attachment',
  op: 'add',
  summary: 'One uploaded a file.',
  fields: attachment,
  example,
});

export const attachmentUpdateEvent = clientEvent({
  type: 'attachment',
  op: 'update',
  summary: 'Other messages than before link a file of one’s own.',
  fields: attachment,
  example,
});

export const attachmentRemoveEvent = clientEvent({
  type: 'attachment',
  op: 'remove',
  summary: 'A file of one’s own is gone.',
  fields: { attachment: attachmentObject.pick({ id: true }), upload_space_used },
  example: { attachment: { id: attachmentExample.id }, upload_space_used: 0 },
});
