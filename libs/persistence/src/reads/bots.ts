import { z } from 'zod';
import type { Reader } from '../database.js';
import { Prisma } from '../generated/client.js';
import { rows } from '../rows.js';

const botRow = z.object({
  id: z.int(),
  ownerId: z.int().nullable(),
  defaultSendingChannel: z.string().nullable(),
  defaultEventsRegisterChannel: z.string().nullable(),
  defaultAllPublicStreams: z.boolean(),
});

/** The defaults of a bot, with channels by name. */
export type BotRecord = Readonly<z.output<typeof botRow>>;

/** Active bots by id, without system bots. `of`: those of one owner, or one bot, which may be deactivated. */
export function botsOf(
  reader: Reader,
  organizationId: number,
  of: { readonly ownerId?: number; readonly id?: number } = {},
): Promise<BotRecord[]> {
  return rows(
    reader,
    botRow,
    Prisma.sql`
    SELECT u.id, u.bot_owner_id AS "ownerId", sending.name AS "defaultSendingChannel", listening.name AS "defaultEventsRegisterChannel",
      u.default_all_public_streams AS "defaultAllPublicStreams"
    FROM user_account u
    LEFT JOIN channel sending ON sending.id = u.default_sending_channel_id AND sending.organization_id = u.organization_id
    LEFT JOIN channel listening ON listening.id = u.default_events_register_channel_id AND listening.organization_id = u.organization_id
    WHERE u.organization_id = ${organizationId} AND u.is_bot AND NOT u.is_system_bot
      AND (u.is_active OR u.id = ${of.id ?? null}::int)
      AND (${of.ownerId ?? null}::int IS NULL OR u.bot_owner_id = ${of.ownerId ?? null}::int)
      AND (${of.id ?? null}::int IS NULL OR u.id = ${of.id ?? null}::int)
    ORDER BY u.id`,
  );
}
