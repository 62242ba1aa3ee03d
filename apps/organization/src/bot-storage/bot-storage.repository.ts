import { Injectable } from '@nestjs/common';
import { dbInt, onlyRow, Prisma, type Reader, type Tx } from '@parley/persistence';
import { z } from 'zod';

const sizeRow = z.object({ size: dbInt });

/** Key-value storage of bots. Each bot reads and writes only its own. */
@Injectable()
export class BotStorageRepository {
  /** Ordered by key. `keys`: only these. */
  async entries(reader: Reader, organizationId: number, botId: number, keys?: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const rows = await reader.botStorage.findMany({
      where: { organizationId, botId, ...(keys === undefined ? {} : { key: { in: [...keys] } }) },
      orderBy: { key: 'asc' },
    });
    return new Map(rows.map(({ key, value }) => [key, value]));
  }

  /** Locks the bot's account until the transaction ends, so that two concurrent updates cannot exceed the limit together. */
  async lock(tx: Tx, organizationId: number, botId: number): Promise<void> {
    await tx.$queryRaw`SELECT id FROM user_account WHERE organization_id = ${organizationId} AND id = ${botId} FOR NO KEY UPDATE`;
  }

  /** Characters of all keys and values, except those of `keys`. */
  async sizeExcept(tx: Tx, organizationId: number, botId: number, keys: readonly string[]): Promise<number> {
    const { size } = await onlyRow(
      tx,
      sizeRow,
      Prisma.sql`
      SELECT coalesce(sum(length(key) + length(value)), 0)::bigint AS size FROM bot_storage
      WHERE organization_id = ${organizationId} AND bot_id = ${botId} AND key <> ALL (${[...keys]}::text[])`,
    );
    return size;
  }

  async put(tx: Tx, organizationId: number, botId: number, entries: readonly (readonly [string, string])[]): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO bot_storage (bot_id, organization_id, key, value)
      SELECT ${botId}, ${organizationId}, kept.key, kept.value
      FROM unnest(${entries.map(([key]) => key)}::text[], ${entries.map(([, value]) => value)}::text[]) AS kept (key, value)
      ON CONFLICT (bot_id, key, organization_id) DO UPDATE SET value = excluded.value`;
  }

  async remove(tx: Tx, organizationId: number, botId: number, keys?: readonly string[]): Promise<void> {
    await tx.botStorage.deleteMany({ where: { organizationId, botId, ...(keys === undefined ? {} : { key: { in: [...keys] } }) } });
  }
}
