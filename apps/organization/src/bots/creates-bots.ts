import { CallerPermissions } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { Reader } from '@parley/persistence';
import { BOT_PERMISSIONS, mayCreateBot } from './bot-creation.policy.js';

/** Whether the caller may create bots of this type. */
export async function createsBots(reader: Reader, caller: Caller, type: number): Promise<boolean> {
  const permissions = await CallerPermissions.load(reader, caller, { permissions: BOT_PERMISSIONS });
  return mayCreateBot(type, permissions.granted(BOT_PERMISSIONS));
}
