import { openSpan, type Viewer } from '@parley/access';
import { displayTopic, FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import type { UnreadSummary } from '@parley/contracts/messaging';
import { PREPARED, Prisma, type Reader } from '@parley/persistence';
import { muted } from '../reading/narrow-filter.js';
import { unreadFloors } from '../unread/unread-floors.js';
import { MAX_UNREAD, unreadMessages } from '../unread/unread-messages.js';

/** The unread messages of one topic or conversation. */
interface Group {
  readonly ids: number[];
  readonly mentions: number[] | null;
  readonly wildcards: number[] | null;
  readonly channelId: number | null;
  readonly topic: string | null;
  readonly participantIds: number[] | null;
  readonly isMuted: boolean;
}

export async function readUnreadSummary(reader: Reader, viewer: Viewer, knowsEmptyTopic: boolean): Promise<UnreadSummary> {
  const groups = await readGroups(reader, viewer);
  const byNewest = [...groups].sort((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0));
  const direct = byNewest.filter((group) => group.participantIds !== null);
  const others = (group: Group) => (group.participantIds ?? []).filter((id) => id !== viewer.userId);
  return {
    count: sum(groups.filter((group) => !group.isMuted)),
    pms: direct
      .filter((group) => others(group).length <= 1)
      .map((group) => {
        const [other = viewer.userId] = others(group);
        return { other_user_id: other, sender_id: other, unread_message_ids: group.ids };
      }),
    huddles: direct
      .filter((group) => others(group).length > 1)
      .map((group) => ({ user_ids_string: (group.participantIds ?? []).join(','), unread_message_ids: group.ids })),
    streams: byNewest.flatMap(({ channelId, topic, ids }) =>
      channelId === null || topic === null
        ? []
        : [{ stream_id: channelId, topic: displayTopic(topic, knowsEmptyTopic), unread_message_ids: ids }],
    ),
    mentions: groups
      .flatMap((group) => [...(group.mentions ?? []), ...((group.isMuted ? null : group.wildcards) ?? [])])
      .sort((a, b) => a - b),
    old_unreads_missing: sum(groups) >= MAX_UNREAD,
  };
}

function sum(groups: readonly Group[]): number {
  return groups.reduce((count, group) => count + group.ids.length, 0);
}

/** Lowers the floor until there are enough messages. */
async function readGroups(reader: Reader, viewer: Viewer): Promise<readonly Group[]> {
  let groups: readonly Group[] = [];
  for (const floor of await readFloors(reader, viewer)) {
    groups = await reader.$queryRaw<Group[]>(groupsSql(viewer, floor));
    if (sum(groups) >= MAX_UNREAD) break;
  }
  return groups;
}

async function readFloors(reader: Reader, { userId, organizationId }: Viewer): Promise<number[]> {
  const [row] = await reader.$queryRaw<{ newest: number; oldest: number | null }[]>`
    ${PREPARED} SELECT c.last_message_id::float8 AS newest, least((
        SELECT min(greatest(s.after_id, coalesce(r.read_id, 0))) FROM subscription_span s
        LEFT JOIN channel_read r ON r.user_id = s.user_id AND r.channel_id = s.channel_id
        WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.until_id = ${openSpan}), (
        SELECT min(p.read_id) FROM conversation_participant p JOIN conversation v ON v.id = p.conversation_id AND v.last_message_id > p.read_id
        WHERE p.user_id = ${userId} AND p.organization_id = ${organizationId}))::float8 AS oldest
    FROM organization_counter c WHERE c.organization_id = ${organizationId}`;
  return row === undefined ? [0] : unreadFloors(row.newest, row.oldest ?? row.newest);
}

/** Groups in SQL, so that it returns one row per topic and conversation. Prepared, because planning costs many times what running does. */
function groupsSql(viewer: Viewer, aboveId: number): Prisma.Sql {
  const isMentioned = Prisma.sql`flags & ${FLAG_BITS.mentioned} <> 0`;
  const isWildcard = Prisma.sql`(flags & ${FLAG_BITS.topicWildcard} <> 0
    OR (attrs & ${MESSAGE_ATTRS.channelWildcard} <> 0 AND flags & ${FLAG_BITS.historical} = 0))`;
  return Prisma.sql`
    ${PREPARED} WITH unread AS (${unreadMessages(viewer, { in: 'everything' }, MAX_UNREAD, aboveId)}),
    grouped AS (
      SELECT channel_id, topic_id, conversation_id, max(id) AS newest_id, json_agg(id ORDER BY id) AS ids,
        json_agg(id ORDER BY id) FILTER (WHERE ${isMentioned}) AS mentions,
        json_agg(id ORDER BY id) FILTER (WHERE ${isWildcard} AND NOT ${isMentioned}) AS wildcards
      FROM unread GROUP BY channel_id, topic_id, conversation_id
    )
    SELECT g.ids, g.mentions, g.wildcards, m.channel_id::int AS "channelId", m.topic::text AS topic, ${muted(viewer)} AS "isMuted",
      CASE WHEN g.conversation_id IS NOT NULL THEN
        (SELECT array_agg(p.user_id::int ORDER BY p.user_id) FROM conversation_participant p WHERE p.conversation_id = g.conversation_id)
      END AS "participantIds"
    FROM grouped g JOIN message m ON m.id = g.newest_id`;
}
