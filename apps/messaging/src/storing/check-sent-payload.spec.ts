import { describe, expect, it } from '@jest/globals';
import type { ComposedMessage } from '../composing/compose.js';
import { checkSentPayload } from './check-sent-payload.js';

const sender = { id: 7, email: 'ann@example.com', fullName: 'Ann', avatarUrl: '/avatar/7', avatarIsComputable: false };
const facts = { organizationStringId: 'demo', sender, clientName: 'website', content: 'hi', rendered: '<p>hi</p>', attrs: 0 };
const channel = { kind: 'channel', channel: { id: 3, name: 'general' }, topic: 'greetings' };
const direct = { kind: 'direct', participants: [sender] };

/** What the check reads of a composed message. */
function composed(facts: object, destination: object): ComposedMessage {
  return { facts, destination } as ComposedMessage;
}

describe('the payload of a message', () => {
  it.each([channel, direct])('matches its declaration: $kind', (destination) => {
    expect(() => checkSentPayload(composed(facts, destination), { queueId: 'q', localId: '1' }, { botIds: [9] })).not.toThrow();
  });

  it.each([
    ['its sender', () => checkSentPayload(composed({ ...facts, sender: { ...sender, email: null } }, channel), null, {})],
    ['its text', () => checkSentPayload(composed({ ...facts, rendered: undefined }, channel), null, {})],
    ['its attributes', () => checkSentPayload(composed({ ...facts, attrs: 0.5 }, channel), null, {})],
    ['its channel', () => checkSentPayload(composed(facts, { ...channel, channel: { id: 3 } }), null, {})],
    ['its participants', () => checkSentPayload(composed(facts, { kind: 'direct', participants: [{ id: 7 }] }), null, {})],
    ['the bots it mentions', () => checkSentPayload(composed(facts, channel), null, { botIds: ['9'] as never })],
  ])('is refused before it is stored if it has a fault in %s', (_, check) => {
    expect(check).toThrow();
  });
});
