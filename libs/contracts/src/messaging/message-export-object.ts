import { z } from 'zod';

/** Public channels only, or also private channels and direct messages of people who allow it (`allow_private_data_export`). */
export const EXPORT_TYPES = { public: 1, withConsent: 2 } as const;
export const exportType = z.literal(Object.values(EXPORT_TYPES));

const seconds = z.number();

/** An export as clients see it. */
export const messageExportObject = z.object({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: seconds.describe('When it was requested: seconds since the epoch.'),
  export_type: exportType.describe('1: public data. 2: also private data of people who allow it.'),
  export_url: z.string().nullable().describe('Path of the archive, for administrators. Null while there is none.'),
  pending: z.boolean(),
  failed_timestamp: seconds.nullable(),
  deleted_timestamp: seconds.nullable(),
});
export type MessageExportObject = z.infer<typeof messageExportObject>;
