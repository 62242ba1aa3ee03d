import { CallerPermissions } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { BOT_PERMISSIONS, mayCreateBot } from './bot-creation.policy.js';

/** Whether the caller may create bots of this type. */
export async function createsBots(reader: SqlReader, caller: Caller, type: number): Promise<boolean> {
  const permissions = await CallerPermissions.load(reader, caller, { permissions: BOT_PERMISSIONS });
  return mayCreateBot(type, permissions.granted(BOT_PERMISSIONS));
}
