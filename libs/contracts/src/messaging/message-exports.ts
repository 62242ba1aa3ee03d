import { z } from 'zod';
import { endpoint, serviceCall } from '../contract.js';
import { messageExportExample } from '../examples/messages.js';
import { json, pathInt } from '../wire/param.js';
import { EXPORT_TYPES, exportType, messageExportObject } from './message-export-object.js';

/** More are exported by an operator. */
export const MAX_EXPORTED_MESSAGES = 250_000;
export const MAX_EXPORTED_MIB = 20 * 1024;
export const MAX_EXPORTED_FILES = 250_000;
/** Of an organization in 24 hours, with those that failed. */
export const MAX_EXPORTS_OF_DAY = 20;
/** Archives of an organization. The oldest one is deleted when there are more. */
export const MAX_KEPT_EXPORTS = 5;
export const KEPT_EXPORT_DAYS = 30;

/** Begins an export. The events `realm_export` tell administrators when it is ready. */
export const startMessageExport = endpoint({
  name: 'startMessageExport',
  method: 'POST',
  path: '/export/realm',
  service: 'messaging',
  scope: 'full',
  summary: 'Begin an export of messages',
  params: {
    export_type: json(exportType)
      .default(EXPORT_TYPES.public)
      .describe('1: public channels. 2: also private channels and direct messages of people with `allow_private_data_export`.')
      .example(1),
  },
  response: { id: z.int() },
  errors: ['administratorsOnly', 'exportRateLimit', 'exportTooLarge'],
  example: { id: 5 },
});

export const listMessageExports = endpoint({
  name: 'listMessageExports',
  method: 'GET',
  path: '/export/realm',
  service: 'messaging',
  scope: 'full',
  summary: 'Get exports of messages',
  description: 'The newest 100, ordered by id.',
  params: {},
  response: { exports: z.array(messageExportObject) },
  errors: ['administratorsOnly'],
  example: { exports: [messageExportExample] },
});

/** Deletes the archive. */
export const deleteMessageExport = endpoint({
  name: 'deleteMessageExport',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  service: 'messaging',
  scope: 'full',
  summary: 'Delete an export of messages',
  params: { export_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'noSuchExport', 'exportDeleted', 'exportFailed', 'exportInProgress'],
});

export const listExportConsents = endpoint({
  name: 'listExportConsents',
  method: 'GET',
  path: '/export/realm/consents',
  service: 'messaging',
  scope: 'full',
  expensive: true,
  summary: 'Get who allows the export of their private data',
  params: {},
  response: {
    export_consents: z.array(
      z.object({
        user_id: z.int(),
        consented: z.boolean().describe('Their setting `allow_private_data_export`.'),
        email_address_visibility: z.int().describe('An export has the real address of a user unless this is 4.'),
      }),
    ),
  },
  errors: ['administratorsOnly'],
  example: { export_consents: [{ user_id: 7, consented: true, email_address_visibility: 1 }] },
});

/** The storage key of an archive, for administrators of its organization. Others get notFound, or unauthorized if they are not logged in. */
export const findMessageExport = serviceCall({
  name: 'findMessageExport',
  service: 'messaging',
  input: z.object({ exportId: z.int(), file: z.string() }),
  output: z.object({ key: z.string(), name: z.string(), size: z.int() }),
  safeToRetry: true,
});

/** Deletes all archives of an organization, because what they have was erased. Exports that are being written begin again. */
export const deleteOutdatedExports = serviceCall({
  name: 'deleteOutdatedExports',
  service: 'messaging',
  input: z.object({ organizationId: z.int() }),
  output: z.object({}),
  safeToRetry: true,
  // Shorter than the time for which the outbox relay reserves a call, so that a slow one does not run twice at once.
  timeoutMs: 10_000,
});
