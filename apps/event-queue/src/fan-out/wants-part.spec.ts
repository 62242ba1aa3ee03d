import { expect, it } from '@jest/globals';
import type { Part, QueueView } from '@parley/client-events';
import { wantsPart } from './wants-part.js';

const queue = (eventTypes: string[] | null, capabilities: Record<string, boolean> = {}): QueueView => ({
  queueId: 'q',
  userId: 1,
  eventTypes,
  narrow: [],
  allPublicStreams: false,
  applyMarkdown: false,
  clientGravatar: false,
  slimPresence: false,
  includeSubscribers: false,
  clientName: 'tests',
  capabilities,
});
const part = (clientType: string, wants?: Part['wants']): Part => ({
  clientType,
  audience: {},
  render: () => ({ type: clientType }),
  ...(wants && { wants }),
});

it.each([
  [null, 'message', true],
  [['message'], 'message', true],
  [['message'], 'typing', false],
  [[], 'message', false],
  [['realm_user_groups'], 'user_group', true],
  [['user_group'], 'user_group', true],
  [['channel_folders'], 'channel_folder', true],
  [['navigation_views'], 'navigation_view', true],
  [null, 'muted_topics', true],
  [['muted_topics'], 'muted_topics', true],
  [['muted_topics', 'user_topic'], 'muted_topics', false],
  [['muted_topics', 'user_topic'], 'user_topic', true],
] as const)('of the types %j it wants %s: %s', (types, clientType, wanted) => {
  expect(wantsPart(queue(types === null ? null : [...types]), part(clientType))).toBe(wanted);
});

it('leaves capabilities and narrows to the declaration of the event', () => {
  const capable = part('realm_linkifiers', ({ capabilities }) => capabilities.linkifier_url_template === true);
  expect(wantsPart(queue(null), capable)).toBe(false);
  expect(wantsPart(queue(null, { linkifier_url_template: true }), capable)).toBe(true);
});
