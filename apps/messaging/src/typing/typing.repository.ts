import { strangersTo } from '@parley/access';
import type { Caller } from '@parley/contracts';
import { dbInt, PREPARED, Prisma, rows, type SqlReader, userSettingSql, userSettingsOf } from '@parley/persistence';
import { z } from 'zod';

/** Whether the user sends typing notifications of this kind. */
export async function sendsTyping(reader: SqlReader, caller: Caller, kind: 'direct' | 'channel'): Promise<boolean> {
  const { organizationId, userId } = caller;
  const settings = await userSettingsOf(reader, organizationId, userId);
  const sends = kind === 'direct' ? settings?.send_private_typing_notifications : settings?.send_stream_typing_notifications;
  return sends === true;
}

const listenersRow = z.object({ id: dbInt });

/** Those of these users, or of the channel's subscribers, who are active and want typing notifications. Ascending. */
export async function readListeners(
  reader: SqlReader,
  organizationId: number,
  candidates: { readonly users: readonly number[] } | { readonly channel: number },
): Promise<number[]> {
  const isCandidate =
    'users' in candidates
      ? Prisma.sql`u.id = ANY (${[...candidates.users]}::int[])`
      : Prisma.sql`u.id IN (SELECT b.user_id FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.channel_id = ${candidates.channel} AND b.active)`;
  const listeners = await rows(
    reader,
    listenersRow,
    Prisma.sql`
    ${PREPARED} SELECT u.id FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.is_active AND ${isCandidate}
      AND ${userSettingSql('receives_typing_notifications', Prisma.sql`s.values`)}
    ORDER BY u.id`,
  );
  return listeners.map(({ id }) => id);
}

/** Excludes guests who may not see all of these people. */
export async function listenersWhoKnow(
  reader: SqlReader,
  organizationId: number,
  listeners: readonly number[],
  personIds: readonly number[],
): Promise<number[]> {
  const strangers = await strangersTo(reader, organizationId, { channelId: null, userIds: listeners }, personIds);
  const left = new Set(strangers.flatMap(({ hiddenFrom }) => hiddenFrom));
  return listeners.filter((id) => !left.has(id));
}
