import { type UserRecord, userById, visibleUser } from '@parley/access';
import { type ApiError, apiErrors, type Caller, enforce, isAdministrator } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { takeoverRefusal } from '../accounts/account-administration.policy.js';
import { botForTakeover } from '../bots/bot-for-edit.js';

/**
 * The account for which the caller may make tokens: their own, or a bot whose key they may read. No other account, because a token acts as its account.
 * @throws noSuchBot, insufficientPermission, ownersOnly, administratorsOnly, userDeactivated
 */
export async function accountForToken(reader: SqlReader, caller: Caller, userId = caller.userId): Promise<UserRecord> {
  const account =
    userId === caller.userId ? await userById(reader, caller.organizationId, userId) : await botForTakeover(reader, caller, userId);
  if (account === undefined || !account.isActive) throw apiErrors.userDeactivated();
  return account;
}

/**
 * An account whose tokens the caller may see and revoke: their own, their bots, and for administrators all, except that only owners may do it to an
 * owner. @throws `missing`, administratorsOnly, ownersOnly
 */
export async function accountWithTokens(
  reader: SqlReader,
  caller: Caller,
  userId = caller.userId,
  missing: () => ApiError = apiErrors.noSuchUser,
): Promise<UserRecord> {
  const account = await userById(reader, caller.organizationId, userId);
  if (account === undefined || account.isSystemBot) throw missing();
  // Also a bot that a guest may not see.
  if (isOwn(caller, account)) return account;
  if ((await visibleUser(reader, caller, userId)) === undefined) throw missing();
  enforce(takeoverRefusal(caller, account));
  return account;
}

function isOwn({ userId }: Caller, { id, botOwnerId }: UserRecord): boolean {
  return id === userId || botOwnerId === userId;
}

/** Whether the caller may know of the tokens of an account, by its id. */
export async function knowsTokensOf(reader: SqlReader, caller: Caller, userId: number): Promise<boolean> {
  if (userId === caller.userId || isAdministrator(caller.role)) return true;
  return (await userById(reader, caller.organizationId, userId))?.botOwnerId === caller.userId;
}
