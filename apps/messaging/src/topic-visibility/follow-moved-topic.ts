import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import type { ChangeLog } from '@parley/event-log';
import { type ChannelRecord, type Tx } from '@parley/persistence';
import { showTopic } from './show-topic.js';
import { readShown } from './topic-visibility.repository.js';
import { visibilityOnMove } from './topic-visibility-on-move.js';

export interface MovedTopic {
  readonly organizationId: number;
  readonly from: { readonly channelId: number; readonly topic: string };
  readonly to: ChannelRecord;
  readonly topic: string;
  /** Whether the target topic had messages before. */
  readonly targetHadMessages: boolean;
}

/** A whole topic was moved: users who had a visibility policy for it keep it for the new topic, and lose it for the old name. */
export async function followMovedTopic(tx: Tx, log: ChangeLog, moved: MovedTopic): Promise<void> {
  const { organizationId, from, to, topic, targetHadMessages } = moved;
  const people = await readShown(tx, organizationId, moved);
  const leave = people.map(({ userId }) => ({ userId, policy: TOPIC_VISIBILITY.inherit }));
  const arrive = people
    .filter(({ mayRead }) => mayRead)
    .map(({ userId, had, target }) => ({ userId, policy: visibilityOnMove(had, target, targetHadMessages) }));
  await showTopic(tx, log, { organizationId, ...from }, leave);
  await showTopic(tx, log, { organizationId, channelId: to.id, topic }, arrive);
}
