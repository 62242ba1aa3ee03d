import { type Viewer } from '@parley/access';
import { displayTopic } from '@parley/contracts';
import type { UnreadSummary } from '@parley/contracts/messaging';
import type { SqlReader } from '@parley/persistence';
import { unreadFloors } from '../unread/unread-floors.js';
import { MAX_UNREAD } from '../unread/unread-messages.sql.js';
import { type UnreadBounds, type UnreadGroup, unreadGroups } from './unread-summary.repository.js';

export async function readUnreadSummary(
  reader: SqlReader,
  viewer: Viewer,
  bounds: UnreadBounds | undefined,
  knowsEmptyTopic: boolean,
): Promise<UnreadSummary> {
  const groups = await readGroups(reader, viewer, bounds);
  const byNewest = [...groups].sort((a, b) => (b.ids.at(-1) ?? 0) - (a.ids.at(-1) ?? 0));
  const direct = byNewest.filter((group) => group.participantIds !== null);
  const others = (group: UnreadGroup) => (group.participantIds ?? []).filter((id) => id !== viewer.userId);
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

function sum(groups: readonly UnreadGroup[]): number {
  return groups.reduce((count, group) => count + group.ids.length, 0);
}

/** Lowers the floor until there are enough messages. */
async function readGroups(reader: SqlReader, viewer: Viewer, bounds: UnreadBounds | undefined): Promise<readonly UnreadGroup[]> {
  const floors = bounds === undefined ? [0] : unreadFloors(bounds.newest, bounds.oldest ?? bounds.newest);
  let groups: readonly UnreadGroup[] = [];
  for (const floor of floors) {
    groups = await unreadGroups(reader, viewer, floor);
    if (sum(groups) >= MAX_UNREAD) break;
  }
  return groups;
}
