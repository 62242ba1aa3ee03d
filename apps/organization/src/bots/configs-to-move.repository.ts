import { mayChange, Prisma, rows, type SqlReader } from '@parley/persistence';
import { type BotConfigRow, configRow } from './bot-config.repository.js';

export type ConfigPosition = Pick<BotConfigRow, 'botId' | 'key'>;

/** One batch of the values of bots of the whole installation: those after this position. */
export function configsToMove(reader: SqlReader, { botId, key }: ConfigPosition, limit: number): Promise<BotConfigRow[]> {
  return rows(
    reader,
    configRow,
    Prisma.sql`
    SELECT organization_id AS "organizationId", bot_id AS "botId", key, sealed
    FROM bot_config c WHERE (bot_id, key) > (${botId}, ${key}) AND ${mayChange(Prisma.sql`c.organization_id`)}
    ORDER BY bot_id, key LIMIT ${limit}`,
  );
}
