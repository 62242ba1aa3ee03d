import { z } from 'zod';
import { endpoint } from '../contract.js';
import { attachmentExample } from '../examples/files.js';
import { pathInt } from '../wire/param.js';
import { attachmentObject } from './attachment-object.js';

/** The caller's uploads, the newest 10,000. */
export const getAttachments = endpoint({
  name: 'getAttachments',
  method: 'GET',
  path: '/attachments',
  service: 'messaging',
  scope: 'read',
  expensive: true,
  summary: 'Get your attachments',
  params: {},
  response: {
    attachments: z.array(attachmentObject),
    /** Total bytes of the organization's attachments. */
    upload_space_used: z.int(),
  },
  example: { attachments: [attachmentExample], upload_space_used: attachmentExample.size },
});

/** Deletes one of the caller's uploads. Messages that link it keep the dead link. */
export const deleteAttachment = endpoint({
  name: 'deleteAttachment',
  method: 'DELETE',
  path: '/attachments/{attachment_id}',
  service: 'messaging',
  scope: 'send',
  summary: 'Delete an attachment',
  params: { attachment_id: pathInt() },
  response: {},
  errors: ['invalidAttachment'],
});
