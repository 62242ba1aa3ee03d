import { describe, expect, it } from '@jest/globals';
import type { LoggedEvent } from '@parley/contracts';
import { messageFlagsChanged, messagesBecameRead } from '@parley/contracts/messaging';
import { noLongerUnread } from './no-longer-unread.js';

const [ZOE, AMIR] = [1, 2];

function event(type: string, payload: unknown): LoggedEvent {
  return { organizationId: 1, incarnation: 'one', seq: 1, type, payload, at: 0 };
}
const flags = (op: 'add' | 'remove', userId: number, messages: readonly number[], flag = 'read') =>
  event(messageFlagsChanged.type, { userId, op, flag, messages, all: false });
const becameRead = (userIds: readonly number[], messageIds: readonly number[]) =>
  event(messagesBecameRead.type, { readers: [{ userIds, messageIds }] });
const read = (userIds: readonly number[], messageIds: readonly number[]) => ({ userIds, messageIds, before: null });

describe('what is no longer unread', () => {
  it('is what each person read, together', () => {
    expect(noLongerUnread([flags('add', ZOE, [5]), flags('add', AMIR, [5]), flags('add', ZOE, [6])])).toEqual([
      read([ZOE], [5, 6]),
      read([AMIR], [5]),
    ]);
  });

  it('does not include what the person marked as unread later', () => {
    expect(noLongerUnread([flags('add', ZOE, [5, 6]), flags('add', AMIR, [5]), flags('remove', ZOE, [5])])).toEqual([
      read([ZOE], [6]),
      read([AMIR], [5]),
    ]);
    expect(noLongerUnread([flags('add', ZOE, [5]), flags('remove', ZOE, [5])])).toEqual([]);
    expect(noLongerUnread([becameRead([ZOE, AMIR], [5, 6]), flags('remove', ZOE, [5])])).toEqual([read([AMIR], [5, 6]), read([ZOE], [6])]);
  });

  it('includes what was read after it was marked as unread, and does not depend on other flags', () => {
    expect(noLongerUnread([flags('remove', ZOE, [5]), flags('add', ZOE, [5]), flags('remove', ZOE, [5], 'starred')])).toEqual([
      read([ZOE], [5]),
    ]);
  });
});
