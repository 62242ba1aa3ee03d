import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { firstRow, type SqlReader } from '../rows.js';

export type SystemBotName = 'notification-bot' | 'welcome-bot' | 'emailgateway';

const systemBotIdRow = z.object({ id: z.int() });

/** Id of a system bot of the organization. Undefined if the organization does not exist. */
export async function systemBotId(reader: SqlReader, organizationId: number, name: SystemBotName): Promise<number | undefined> {
  const bot = await firstRow(
    reader,
    systemBotIdRow,
    Prisma.sql`
    SELECT id FROM user_account WHERE organization_id = ${organizationId} AND is_system_bot AND starts_with(api_email, ${`${name}@`})`,
  );
  return bot?.id;
}
