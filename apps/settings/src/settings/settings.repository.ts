import { Injectable } from '@nestjs/common';
import { type SettingValue, type UserSettingValues, userSettings } from '@parley/contracts/settings';
import { Prisma, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

/** Values by setting name. */
export type SettingRecord = Readonly<Record<string, SettingValue>>;

const storedRow = z.object({ userId: z.int(), values: z.record(z.string(), z.unknown()), ownEdits: z.array(z.string()) });

export interface StoredSettings {
  readonly userId: number;
  /** Without the settings that are stored with the account. */
  readonly values: UserSettingValues;
  /** Names of the settings that the user changed themselves. */
  readonly ownEdits: ReadonlySet<string>;
}

@Injectable()
export class SettingsRepository {
  async read(tx: Tx, organizationId: number, userIds: readonly number[]): Promise<StoredSettings[]> {
    const stored = await rows(
      tx,
      storedRow,
      Prisma.sql`
        SELECT u.id AS "userId", coalesce(s.values, '{}') AS values, coalesce(s.own_edits, '{}') AS "ownEdits"
        FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
        WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...userIds]}::int[])
        ORDER BY u.id`,
    );
    return stored.map(({ userId, values, ownEdits }) => ({
      userId,
      values: userSettings(values),
      ownEdits: new Set(ownEdits),
    }));
  }

  /**
   * Writes the same changes for all of these users. Users who turn off draft synchronization lose their stored drafts. `ownEdits`:
   * names of the settings that they changed themselves.
   */
  async write(
    tx: Tx,
    organizationId: number,
    userIds: readonly number[],
    { changes, ownEdits }: { changes: SettingRecord; ownEdits: readonly string[] },
  ): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO user_settings AS s (user_id, organization_id, values, own_edits)
      SELECT person, ${organizationId}, ${JSON.stringify(changes)}::jsonb, ${[...ownEdits]}::text[]
      FROM unnest(${[...userIds]}::int[]) AS person
      ON CONFLICT (user_id) DO UPDATE SET
        values = s.values || excluded.values,
        own_edits = ARRAY (SELECT DISTINCT name FROM unnest(s.own_edits || excluded.own_edits) AS name ORDER BY name)`;
    if (changes.enable_drafts_synchronization === false) {
      await tx.$executeRaw`SELECT forget_drafts(${organizationId}, ${[...userIds]}::int[])`;
    }
  }

  async writeDefaults(tx: Tx, organizationId: number, changes: SettingRecord): Promise<void> {
    await tx.$executeRaw`
      INSERT INTO organization_user_defaults AS d (organization_id, values) VALUES (${organizationId}, ${JSON.stringify(changes)}::jsonb)
      ON CONFLICT (organization_id) DO UPDATE SET values = d.values || excluded.values`;
  }
}
