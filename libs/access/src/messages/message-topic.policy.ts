import { apiErrors, faultInName, LIMITS, type Refusal } from '@parley/contracts';

/** Of a topic with a forbidden character or over the limit. */
export function topicNameRefusal(topic: string): Refusal {
  const fault = faultInName(topic);
  if (fault !== undefined) return apiErrors.invalidTopicCharacter({ position: fault });
  const limit = LIMITS.max_topic_length;
  return [...topic].length > limit ? apiErrors.topicTooLong({ limit }) : undefined;
}

/** Of a message in a topic that the channel does not allow. `inherit` follows the organization. */
export function topicsPolicyRefusal(topic: string, channelPolicy: string, organizationPolicy: string): Refusal {
  const policy = channelPolicy === 'inherit' ? organizationPolicy : channelPolicy;
  if (policy === 'disable_empty_topic' && topic === '') return apiErrors.generalChatDisabled();
  return policy === 'empty_topic_only' && topic !== '' ? apiErrors.generalChatOnly() : undefined;
}
