import { describe, expect, it } from '@jest/globals';
import { checkSentPayload } from './check-sent-payload.js';
import type { MessageToStore } from './store-message.repository.js';

const sender = { id: 7, email: 'ann@example.com', fullName: 'Ann', avatarUrl: '/avatar/7', avatarIsComputable: false };
const facts = { organizationStringId: 'demo', sender, clientName: 'website', content: 'hi', rendered: '<p>hi</p>', attrs: 0 };
const channel = { kind: 'channel', channel: { id: 3, name: 'general' }, topic: 'greetings' };
const direct = { kind: 'direct', participants: [sender] };

/** What the check reads of a message. */
function check(facts: object, destination: object, more: Partial<MessageToStore> = {}): void {
  checkSentPayload({ message: { facts, destination } as MessageToStore['message'], ...more });
}

describe('the payload of a message', () => {
  it.each([channel, direct])('matches its declaration: $kind', (destination) => {
    expect(() => check(facts, destination, { localId: { queueId: 'q', localId: '1' }, news: { botIds: [9] } })).not.toThrow();
  });

  it.each([
    ['its sender', () => check({ ...facts, sender: { ...sender, email: null } }, channel)],
    ['its text', () => check({ ...facts, rendered: undefined }, channel)],
    ['its attributes', () => check({ ...facts, attrs: 0.5 }, channel)],
    ['its channel', () => check(facts, { ...channel, channel: { id: 3 } })],
    ['its participants', () => check(facts, { kind: 'direct', participants: [{ id: 7 }] })],
    ['the bots it mentions', () => check(facts, channel, { news: { botIds: ['9'] as never } })],
  ])('is refused before it is stored if it has a fault in %s', (_, checked) => {
    expect(checked).toThrow();
  });
});
