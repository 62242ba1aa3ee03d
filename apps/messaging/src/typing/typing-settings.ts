import { strangersTo } from '@parley/access';
import { apiErrors, type Caller } from '@parley/contracts';
import { Prisma, type Reader, userSettingSql, userSettingsOf } from '@parley/persistence';

/** @throws typingDisabled for a user who disabled typing notifications */
export async function checkSendsTyping(reader: Reader, { organizationId, userId }: Caller, kind: 'direct' | 'channel'): Promise<void> {
  const settings = await userSettingsOf(reader, organizationId, userId);
  const sends = kind === 'direct' ? settings?.send_private_typing_notifications : settings?.send_stream_typing_notifications;
  if (sends !== true) throw apiErrors.typingDisabled({ kind });
}

/** Those of these users, or of the channel's subscribers, who are active and want typing notifications. Ascending. */
export async function readListeners(
  reader: Reader,
  organizationId: number,
  among: { readonly users: readonly number[] } | { readonly channel: number },
): Promise<number[]> {
  const isAmong =
    'users' in among
      ? Prisma.sql`u.id = ANY (${[...among.users]}::int[])`
      : Prisma.sql`u.id IN (SELECT b.user_id FROM subscription b WHERE b.channel_id = ${among.channel} AND b.active)`;
  const rows = await reader.$queryRaw<{ id: number }[]>(Prisma.sql`
    SELECT u.id FROM user_account u LEFT JOIN user_settings s ON s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND u.is_active AND ${isAmong}
      AND ${userSettingSql('receives_typing_notifications', Prisma.sql`s.values`)}
    ORDER BY u.id`);
  return rows.map(({ id }) => id);
}

/** Excludes guests who may not see all of these people. */
export async function listenersWhoKnow(
  reader: Reader,
  organizationId: number,
  listeners: readonly number[],
  personIds: readonly number[],
): Promise<number[]> {
  const strangers = await strangersTo(reader, organizationId, { channelId: null, userIds: listeners }, personIds);
  const left = new Set(strangers.flatMap(({ hiddenFrom }) => hiddenFrom));
  return listeners.filter((id) => !left.has(id));
}
