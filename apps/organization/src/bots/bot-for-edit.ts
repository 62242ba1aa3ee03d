import { apiErrors, type Caller } from '@parley/contracts';
import { type Reader, type UserRecord, userById } from '@parley/persistence';
import { mayAdministerAccount } from '@parley/policies';

/** A bot that the caller may change: his own; administrators may change all. @throws noSuchBot, insufficientPermission */
export async function botForEdit(reader: Reader, caller: Caller, botId: number): Promise<UserRecord> {
  const bot = await userById(reader, caller.organizationId, botId);
  if (bot === undefined || !bot.isBot || bot.isSystemBot) throw apiErrors.noSuchBot();
  if (!mayAdministerAccount(caller, bot)) throw apiErrors.insufficientPermission();
  return bot;
}
