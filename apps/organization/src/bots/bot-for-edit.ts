import { peopleViewer, strangersAmong, type UserRecord, userById } from '@parley/access';
import { apiErrors, type Caller, enforce } from '@parley/contracts';
import { type SqlReader } from '@parley/persistence';
import { botTakeoverRefusal, mayAdministerAccount } from '../accounts/account-administration.policy.js';

/** A bot that the caller may change: one they own, or any bot for administrators. @throws noSuchBot, insufficientPermission */
export async function botForEdit(reader: SqlReader, caller: Caller, botId: number): Promise<UserRecord> {
  const bot = await userById(reader, caller.organizationId, botId);
  if (bot === undefined || !bot.isBot || bot.isSystemBot) throw apiErrors.noSuchBot();
  const isStranger = bot.botOwnerId !== caller.userId && (await strangersAmong(reader, peopleViewer(caller), [bot.id])).size > 0;
  if (isStranger) throw apiErrors.noSuchBot();
  if (!mayAdministerAccount(caller, bot)) throw apiErrors.insufficientPermission();
  return bot;
}

/**
 * A bot whose key the caller may read or replace, and that they may deactivate or hand over. @throws the errors of botForEdit,
 * ownersOnly
 */
export async function botForTakeover(reader: SqlReader, caller: Caller, botId: number): Promise<UserRecord> {
  const bot = await botForEdit(reader, caller, botId);
  await refuseBotTakeover(reader, caller, bot);
  return bot;
}

/** @throws ownersOnly, administratorsOnly */
export async function refuseBotTakeover(reader: SqlReader, caller: Caller, bot: UserRecord): Promise<void> {
  const owner = bot.botOwnerId === null ? undefined : await userById(reader, bot.organizationId, bot.botOwnerId);
  enforce(botTakeoverRefusal(caller, bot, owner));
}
