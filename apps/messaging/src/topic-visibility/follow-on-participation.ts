import type { Caller } from '@parley/contracts';
import type { ChangeLog } from '@parley/event-log';
import type { Tx } from '@parley/persistence';
import type { PlacedMessage } from '../messages/placed-message.repository.js';
import { showTopic } from './show-topic.js';
import { readTopicState } from './topic-visibility.repository.js';
import { visibilityOnParticipation } from './topic-visibility-on-participation.js';

/** Follows or unmutes the topic for the participant, if their settings say so. Bots never follow topics. */
export async function followOnParticipation(tx: Tx, log: ChangeLog, caller: Caller, place: PlacedMessage['place']): Promise<void> {
  if (caller.isBot || place === null) return;
  const { organizationId, userId } = caller;
  const state = await readTopicState(tx, caller, place.channelId, place.topic);
  const policy = state === undefined ? null : visibilityOnParticipation(state);
  if (policy !== null) await showTopic(tx, log, { organizationId, ...place }, [{ userId, policy }]);
}
