import type { UserRecord } from '@parley/access';
import type { Caller } from '@parley/contracts';

/** The user as the caller of what they asked for earlier, with their present role. */
export function callerOf({ organizationId, id, role, isBot, botOwnerId }: UserRecord, clientName: string): Caller {
  return { organizationId, userId: id, role, isBot, botOwnerId, clientName };
}
