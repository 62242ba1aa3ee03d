import { describe, expect, it } from '@jest/globals';
import { type Caller, ROLES } from '@parley/contracts';
import { draftOf, isReadBySender } from './draft.js';

const caller: Caller = { organizationId: 1, userId: 7, role: ROLES.member, isBot: false, botOwnerId: null, clientName: 'website' };
const request = { type: 'direct', to: [7], content: 'hello' } as const;

describe('a message to be sent', () => {
  it('has a local id if the request names it with its queue', () => {
    expect(draftOf(caller, request).localId).toBeNull();
    expect(draftOf(caller, { ...request, queue_id: 'q', local_id: '1.5' }).localId).toEqual({ queueId: 'q', localId: '1.5' });
  });

  it.each([
    [{ local_id: '1' }, "Missing 'queue_id' argument"],
    [{ queue_id: 'q' }, "Missing 'local_id' argument"],
    [{ queue_id: 'a\0', local_id: '1' }, 'queue_id'],
    [{ queue_id: 'q', local_id: 'a\0' }, 'local_id'],
  ])('is refused with %j', (ids, msg) => {
    expect(() => draftOf(caller, { ...request, ...ids })).toThrow(msg);
  });
});

describe('whether a sent message is read for its sender', () => {
  it('follows from the client and from the request', () => {
    expect(draftOf(caller, request).isReadBySender).toBe(true);
    expect(draftOf(caller, { ...request, read_by_sender: false }).isReadBySender).toBe(false);
  });

  it.each([
    ['website', undefined, true],
    ['ZulipMobile', undefined, true],
    ['ZulipAndroid', undefined, true],
    ['ZulipiOS', undefined, true],
    ['ZulipDesktop', undefined, true],
    ['ZulipElectron', undefined, true],
    ['ZulipTerminal', undefined, true],
    ['snipe', undefined, true],
    ['iOS', undefined, true],
    ['Android', undefined, true],
    ['', undefined, false],
    ['Some Desktop App', undefined, true],
    ['ZulipPython', undefined, false],
    ['Unspecified', undefined, false],
    ['website', false, false],
    ['ZulipPython', true, true],
  ])('from %s with read_by_sender %j: %j', (client, requested, read) => {
    expect(isReadBySender(client, requested)).toBe(read);
  });
});
