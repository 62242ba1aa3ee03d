import { describe, expect, it } from '@jest/globals';
import type { MessageFacts } from '@parley/contracts/messaging';
import { matchesRegisterNarrow, registerNarrowRefusal } from './register-narrow.js';

const facts: MessageFacts = {
  id: 1,
  sentAt: 0,
  organizationStringId: 'demo',
  sender: { id: 7, email: 'Ann@example.com', fullName: 'Ann', avatarUrl: '', avatarIsComputable: true },
  clientName: 'website',
  content: '',
  rendered: '',
  attrs: 0,
  recipient: { kind: 'channel', channelId: 9, channelName: 'General', topic: 'Plans' },
};
const inTopic = (topic: string): MessageFacts => ({
  ...facts,
  recipient: { kind: 'channel', channelId: 9, channelName: 'General', topic },
});
const direct: MessageFacts = { ...facts, recipient: { kind: 'direct', conversationId: 1, participants: [] } };

describe('the narrow of a queue', () => {
  it.each<[[string, string][], MessageFacts, string[], boolean]>([
    [[], facts, [], true],
    [[['channel', 'general']], facts, [], true],
    [[['stream', ' GENERAL ']], facts, [], true],
    [[['channel', 'other']], facts, [], false],
    [[['channel', 'general']], direct, [], false],
    [[['topic', 'pLANS']], facts, [], true],
    [[['topic', 'plan']], facts, [], false],
    [[['topic', 'general chat']], inTopic(''), [], true],
    [[['topic', 'plans']], direct, [], false],
    [[['sender', 'ann@EXAMPLE.com']], facts, [], true],
    [[['sender', 'bob@example.com']], facts, [], false],
    [[['is', 'dm']], direct, [], true],
    [[['is', 'private']], facts, [], false],
    [[['is', 'unread']], facts, [], true],
    [[['is', 'unread']], facts, ['read'], false],
    [[['is', 'mentioned']], facts, ['stream_wildcard_mentioned'], true],
    [[['is', 'mentioned']], facts, ['starred'], false],
    [[['is', 'alerted']], facts, ['has_alert_word'], true],
    [[['is', 'starred']], facts, ['starred'], true],
    [[['is', 'resolved']], inTopic('\u2714 done'), [], true],
    [[['is', 'resolved']], facts, [], false],
    [
      [
        ['channel', 'general'],
        ['topic', 'plans'],
      ],
      facts,
      [],
      true,
    ],
    [
      [
        ['channel', 'general'],
        ['topic', 'fun'],
      ],
      facts,
      [],
      false,
    ],
  ])('%j', (narrow, message, flags, matches) => {
    expect(registerNarrowRefusal(narrow)).toBeUndefined();
    expect(matchesRegisterNarrow(narrow, message, flags)).toBe(matches);
  });

  it.each<[[string, string][], string]>([
    [[['search', 'x']], 'Operator search not supported.'],
    [[['constructor', 'x']], 'Operator constructor not supported.'],
    [[['is', 'followed']], 'Operand followed not supported.'],
    [[['is', 'toString']], 'Operand toString not supported.'],
  ])('%j is rejected, and matches nothing', (narrow, problem) => {
    expect(registerNarrowRefusal(narrow)?.msg).toBe(problem);
    expect(matchesRegisterNarrow(narrow, facts, [])).toBe(false);
  });
});
