import type { Reader } from '../database.js';

export type SystemBotName = 'notification-bot' | 'welcome-bot';

/** Id of a system bot of the organization. Undefined if the organization does not exist. */
export async function systemBotId(reader: Reader, organizationId: number, name: SystemBotName): Promise<number | undefined> {
  const bot = await reader.userAccount.findFirst({
    where: { organizationId, isSystemBot: true, apiEmail: { startsWith: `${name}@` } },
    select: { id: true },
  });
  return bot?.id;
}
