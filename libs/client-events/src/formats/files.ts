import { attachmentExample } from '@parley/contracts/examples';
import { attachmentObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import { clientEvent } from '../client-event.js';

const upload_space_used = z.int().describe('Total size in bytes of the uploads of the organization.');
const attachment = { attachment: attachmentObject, upload_space_used };
const example = { attachment: attachmentExample, upload_space_used: attachmentExample.size };

export const attachmentAddEvent = clientEvent({
  type: 'attachment',
  op: 'add',
  summary: 'The user uploaded a file.',
  fields: attachment,
  example,
});

export const attachmentUpdateEvent = clientEvent({
  type: 'attachment',
  op: 'update',
  summary: "The set of messages that reference one of the user's uploads changed.",
  fields: attachment,
  example,
});

export const attachmentRemoveEvent = clientEvent({
  type: 'attachment',
  op: 'remove',
  summary: "One of the user's uploads was deleted.",
  fields: { attachment: attachmentObject.pick({ id: true }), upload_space_used },
  example: { attachment: { id: attachmentExample.id }, upload_space_used: 0 },
});
