import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import type { SqlReader } from '../rows.js';
import { type Select, select, selectRows } from '../selects.js';

const botRow = z.object({
  id: z.int(),
  ownerId: z.int().nullable(),
  defaultSendingChannel: z.string().nullable(),
  defaultEventsRegisterChannel: z.string().nullable(),
  defaultAllPublicStreams: z.boolean(),
  service: z.object({ base_url: z.string(), interface: z.int(), token: z.string() }).nullable(),
});

/** The defaults of a bot, with channels by name, and the program behind it. */
export type BotRecord = Readonly<z.output<typeof botRow>>;

/** All bots, those of one owner, or one bot. */
export interface WantedBots {
  readonly ownerId?: number;
  readonly id?: number;
}

export function botsOf(reader: SqlReader, organizationId: number, of: WantedBots = {}): Promise<BotRecord[]> {
  return selectRows(reader, selectBots(organizationId, of));
}

/** Active bots by id, without system bots. If one bot is wanted, it may be deactivated. */
export function selectBots(organizationId: number, of: WantedBots = {}): Select<typeof botRow> {
  return select(
    botRow,
    Prisma.sql`
    SELECT u.id, u.bot_owner_id AS "ownerId", sending.name AS "defaultSendingChannel", listening.name AS "defaultEventsRegisterChannel",
      u.default_all_public_streams AS "defaultAllPublicStreams",
      CASE WHEN s.bot_id IS NOT NULL THEN jsonb_build_object('base_url', s.base_url, 'interface', s.interface, 'token', s.token) END AS service
    FROM user_account u
    LEFT JOIN bot_service s ON s.organization_id = u.organization_id AND s.bot_id = u.id
    LEFT JOIN channel sending ON sending.id = u.default_sending_channel_id AND sending.organization_id = u.organization_id
    LEFT JOIN channel listening ON listening.id = u.default_events_register_channel_id AND listening.organization_id = u.organization_id
    WHERE u.organization_id = ${organizationId} AND u.is_bot AND NOT u.is_system_bot
      AND (u.is_active OR u.id = ${of.id ?? null}::int)
      AND (${of.ownerId ?? null}::int IS NULL OR u.bot_owner_id = ${of.ownerId ?? null}::int)
      AND (${of.id ?? null}::int IS NULL OR u.id = ${of.id ?? null}::int)
    ORDER BY u.id`,
  );
}
