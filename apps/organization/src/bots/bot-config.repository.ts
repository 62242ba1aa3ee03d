import { Injectable } from '@nestjs/common';
import { Prisma, rows, type SqlReader, type SqlWriter, type Tx } from '@parley/persistence';
import { z } from 'zod';

export const configRow = z.object({ organizationId: z.int(), botId: z.int(), key: z.string(), sealed: z.instanceof(Uint8Array) });
export type BotConfigRow = z.infer<typeof configRow>;

/** Values of bots, encrypted. */
@Injectable()
export class BotConfigRepository {
  of(reader: SqlReader, organizationId: number, botId: number): Promise<BotConfigRow[]> {
    return rows(
      reader,
      configRow,
      Prisma.sql`
      SELECT organization_id AS "organizationId", bot_id AS "botId", key, sealed FROM bot_config
      WHERE organization_id = ${organizationId} AND bot_id = ${botId} ORDER BY key`,
    );
  }

  async put(tx: Tx, organizationId: number, botId: number, key: string, sealed: Uint8Array): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO bot_config (bot_id, organization_id, key, sealed) VALUES (${botId}, ${organizationId}, ${key}, ${sealed})
      ON CONFLICT (bot_id, key, organization_id) DO UPDATE SET sealed = excluded.sealed, changed_at = now()`;
  }

  async remove(tx: Tx, organizationId: number, botId: number, keys: readonly string[]): Promise<void> {
    await tx.$executeRaw`
      DELETE FROM bot_config WHERE organization_id = ${organizationId} AND bot_id = ${botId} AND key = ANY (${[...keys]}::text[])`;
  }

  /** The same value, encrypted anew. Does nothing if it changed meanwhile. */
  async reseal(writer: SqlWriter, organizationId: number, { botId, key, sealed }: BotConfigRow, anew: Uint8Array): Promise<boolean> {
    const changed = await writer.$executeRaw`
      UPDATE bot_config SET sealed = ${anew}
      WHERE organization_id = ${organizationId} AND bot_id = ${botId} AND key = ${key} AND sealed = ${sealed}`;
    return changed > 0;
  }
}
