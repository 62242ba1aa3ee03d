import { type MessagesRead, messagesBecameRead } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';

export const messagesBecameReadFanOut = fanOut(messagesBecameRead, {
  parts: ({ readers }) => [
    {
      clientType: 'update_message_flags',
      audience: { users: readers.flatMap(({ userIds }) => userIds) },
      render: ({ userId }) => {
        const messages = readers.flatMap((group) => messagesFor(group, userId));
        return { type: 'update_message_flags', op: 'add', operation: 'add', flag: 'read', messages, all: false };
      },
    },
  ],
});

function messagesFor({ userIds, messageIds, aboveIds }: MessagesRead, userId: number): readonly number[] {
  const place = userIds.indexOf(userId);
  if (place === -1) return [];
  const above = aboveIds?.[place];
  return above === undefined ? messageIds : messageIds.filter((id) => id > above);
}
