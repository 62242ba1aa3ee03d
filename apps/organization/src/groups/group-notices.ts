import { usersOf } from '@parley/access';
import type { Caller } from '@parley/contracts';
import type { Notice } from '@parley/contracts/messaging';
import { type Tx } from '@parley/persistence';

const VERBS = { added: 'added you to', removed: 'removed you from' } as const;

/** Notices for users whom someone else added to a group or removed from it. Bots receive none. */
export async function groupNotices(
  tx: Tx,
  { organizationId, userId }: Caller,
  groupName: string,
  changed: Readonly<Record<keyof typeof VERBS, readonly number[]>>,
): Promise<Notice[]> {
  const ids = new Set([...changed.added, ...changed.removed, userId]);
  const people = new Map((await usersOf(tx, organizationId, [...ids])).map((user) => [user.id, user]));
  const actor = `@_**${people.get(userId)?.fullName ?? ''}|${userId}**`;
  const noticesFor = (change: keyof typeof VERBS): Notice[] =>
    [...new Set(changed[change])]
      .filter((id) => id !== userId && people.get(id)?.isBot === false)
      .map((id) => ({
        to: { userId: id },
        content: `${actor} ${VERBS[change]} the group @_*${groupName}*.`,
        channels: [],
        readBy: null,
      }));
  return [...noticesFor('added'), ...noticesFor('removed')];
}
