import type { Reader } from '@parley/persistence';

export interface CompactionUser {
  readonly organizationId: number;
  readonly userId: number;
}

/** The scope of one watermark of one user. */
export type CompactionPlace = CompactionUser & ({ readonly channelId: number } | { readonly conversationId: number });

/** Users per query. */
const PAGE = 100;

/** Users with at least this many rows that contain only the "read" flag, ascending. */
export async function* peopleWithReadRows(reader: Reader, minRows: number): AsyncGenerator<CompactionUser> {
  let afterId = 0;
  for (;;) {
    const people = await reader.$queryRaw<CompactionUser[]>`
      SELECT user_id AS "userId", min(organization_id) AS "organizationId" FROM message_flag
      WHERE flags = 1 AND user_id > ${afterId} GROUP BY user_id HAVING count(*) >= ${minRows} ORDER BY user_id LIMIT ${PAGE}`;
    yield* people;
    afterId = people.at(-1)?.userId ?? afterId;
    if (people.length < PAGE) return;
  }
}

/** Channels and conversations in which the user has at least this many such rows. A message that was moved keeps its row. */
export async function crowdedPlaces(reader: Reader, person: CompactionUser, minRows: number): Promise<CompactionPlace[]> {
  const rows = await reader.$queryRaw<{ channelId: number | null; conversationId: number | null }[]>`
    SELECT m.channel_id AS "channelId", m.conversation_id::float8 AS "conversationId"
    FROM message_flag f JOIN message m ON m.id = f.message_id AND m.moved_at_id IS NULL
    WHERE f.user_id = ${person.userId} AND f.organization_id = ${person.organizationId} AND f.flags = 1
    GROUP BY m.channel_id, m.conversation_id HAVING count(*) >= ${minRows}`;
  return rows.flatMap(({ channelId, conversationId }): CompactionPlace[] => {
    if (channelId !== null) return [{ ...person, channelId }];
    return conversationId === null ? [] : [{ ...person, conversationId }];
  });
}
