import { describe, expect, it } from '@jest/globals';
import { TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';
import { visibilityOnMove } from './topic-visibility-on-move.js';

const { inherit, muted, unmuted, followed } = TOPIC_VISIBILITY;
const all = [inherit, muted, unmuted, followed] as const;

describe('the visibility of a topic after another was moved into it', () => {
  it.each<[TopicVisibility, TopicVisibility, TopicVisibility]>([
    [muted, inherit, inherit],
    [muted, muted, muted],
    [muted, followed, followed],
    [muted, unmuted, unmuted],
    [followed, inherit, followed],
    [followed, unmuted, unmuted],
    [unmuted, muted, unmuted],
    [inherit, muted, inherit],
  ])('%i into %i is %i', (had, target, expected) => {
    expect(visibilityOnMove(had, target, true)).toBe(expected);
  });

  it.each(all.flatMap((had) => all.map((target) => [had, target] as const)))(
    '%i into %i without messages: keeps the first',
    (had, target) => {
      expect(visibilityOnMove(had, target, false)).toBe(had);
    },
  );
});
