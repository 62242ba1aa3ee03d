import { apiErrors, type Refusal } from '@parley/contracts';

/**
 * With protected history, a refusal to start a topic would reveal whether the topic exists. So everyone must be allowed to start topics.
 * `canCreateTopicGroup`: id of the group that may.
 */
export function protectedHistoryRefusal(
  { historyPublicToSubscribers }: { readonly historyPublicToSubscribers: boolean },
  canCreateTopicGroup: number,
  systemGroups: ReadonlyMap<string, number>,
): Refusal {
  if (historyPublicToSubscribers || canCreateTopicGroup === systemGroups.get('role:everyone')) return undefined;
  return apiErrors.unsupportedCombination({ names: ['history_public_to_subscribers', 'can_create_topic_group'] });
}
