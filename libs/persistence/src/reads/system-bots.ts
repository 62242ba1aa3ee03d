import type { Reader } from '../database.js';

export type SystemBotName = 'notification-bot' | 'welcome-bot';

/** Who speaks for the organization itself. Undefined: there is no such organization. */
export async function systemBotId(reader: Reader, organizationId: number, name: SystemBotName): Promise<number | undefined> {
  const bot = await reader.userAccount.findFirst({
    where: { organizationId, isSystemBot: true, apiEmail: { startsWith: `${name}@` } },
    select: { id: true },
  });
  return bot?.id;
}
