import { displayTopic } from '@parley/contracts';
import { messageFlagsChanged, type UnreadDetails } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';

export const messageFlagsChangedFanOut = fanOut(messageFlagsChanged, {
  parts: ({ userId, op, flag, messages, all, details }) => [
    {
      clientType: 'update_message_flags',
      audience: { users: [userId] },
      render: (queue) => ({
        type: 'update_message_flags',
        op,
        operation: op,
        flag,
        messages,
        all,
        ...(details && { message_details: shownDetails(details, queue.capabilities.empty_topic_name === true) }),
      }),
    },
  ],
});

function shownDetails(details: Readonly<Record<string, UnreadDetails>>, knowsEmptyTopic: boolean): Record<string, UnreadDetails> {
  const shown = ([id, detail]: [string, UnreadDetails]) =>
    [id, detail.topic === undefined ? detail : { ...detail, topic: displayTopic(detail.topic, knowsEmptyTopic) }] as const;
  return Object.fromEntries(Object.entries(details).map(shown));
}
