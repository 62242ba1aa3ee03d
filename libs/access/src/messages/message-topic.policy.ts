import { apiErrors, faultInName, LIMITS, normalizeTopic } from '@parley/contracts';

/**
 * The topic of a channel message as stored, "" for the empty topic.
 * @throws badRequest for a forbidden character or a topic over the limit, which is never truncated.
 */
export function checkedTopic(input: string): string {
  const topic = normalizeTopic(input);
  const fault = faultInName(topic);
  if (fault !== undefined) throw apiErrors.badRequest({ msg: `Invalid character in topic, at position ${fault}!` });
  if ([...topic].length > LIMITS.max_topic_length) {
    throw apiErrors.badRequest({ msg: `topic is too long (limit: ${LIMITS.max_topic_length} characters)` });
  }
  return topic;
}

/**
 * Checks that the channel allows messages in this topic. `inherit` follows the organization.
 * @throws badRequest with the reason.
 */
export function checkTopicsPolicy(topic: string, channelPolicy: string, organizationPolicy: string): void {
  const policy = channelPolicy === 'inherit' ? organizationPolicy : channelPolicy;
  if (policy === 'disable_empty_topic' && topic === '') {
    throw apiErrors.badRequest({ msg: 'Sending messages to the general chat is not allowed in this channel.' });
  }
  if (policy === 'empty_topic_only' && topic !== '') {
    throw apiErrors.badRequest({ msg: 'Only the general chat topic is allowed in this channel.' });
  }
}
