import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import * as fixtures from './fixtures.js';
import { gitlab } from './index.js';

const HOME = 'https://gitlab.example.com/dock/ship/-';

describe('GitLab', () => {
  it.each([
    [
      'a push',
      fixtures.push,
      'Ship / main',
      `**Ann** pushed [25 commits](${HOME}/compare/aaaa1111...bbbb2222) to \`main\`.\n\n* [bbbb2222](${HOME}/commit/bbbb2222cccc) Paint (Ann)`,
    ],
    ['a deleted branch', fixtures.branchDeleted, 'Ship / old', '**Ann** deleted the branch `old`.'],
    [
      'a new branch',
      fixtures.branchCreated,
      'Ship / main',
      `**Ann** pushed 1 commit to \`main\` (new branch).\n\n* [bbbb2222](${HOME}/commit/bbbb2222cccc) Paint (Ann)`,
    ],
    ['a tag', fixtures.tag, 'Ship', '**Ann** pushed the tag `v1`.'],
    [
      'an issue',
      fixtures.issueOpened,
      'Ship / issue #7 Leaks',
      `**Ann** opened [issue #7](${HOME}/issues/7) Leaks\n\n\`\`\`quote\nWater\n\`\`\``,
    ],
    [
      'a merge request',
      fixtures.mergeOpened,
      'Ship / MR !8 Seal',
      `**Ann** opened [MR !8](${HOME}/merge_requests/8) Seal (\`seal\` into \`main\`)`,
    ],
    ['a merge', fixtures.merged, 'Ship / MR !8 Seal', `**Ann** merged [MR !8](${HOME}/merge_requests/8) Seal`],
    [
      'a comment on a merge request',
      fixtures.noteOnMerge,
      'Ship / MR !8 Seal',
      `**Ann** [commented](${HOME}/merge_requests/8#note_13) on MR !8\n\n\`\`\`quote\nLooks good\n\`\`\``,
    ],
    [
      'a comment on a commit',
      fixtures.noteOnCommit,
      'Ship',
      `**Ann** [commented](${HOME}/merge_requests/8#note_13) on the commit bbbb2222\n\n\`\`\`quote\nLooks good\n\`\`\``,
    ],
    ['a pipeline', fixtures.pipeline, 'Ship / main', `[Pipeline 31](${HOME}/pipelines/31) on \`main\`: **failed** after 63 s`],
    ['a job', fixtures.job, 'Ship / main', `[Job test](${HOME}/jobs/41) on \`main\`: **success**`],
    ['a release', fixtures.released, 'Ship', `Release [First](${HOME}/releases/v1) (\`v1\`)\n\n\`\`\`quote\nIt floats.\n\`\`\``],
    ['a wiki page', fixtures.wiki, 'Ship', `**Ann** created the wiki page [Knots](${HOME}/wikis/knots).`],
  ])('tells about %s', (_, fixture, topic, content) => {
    expect(message(gitlab, fixture)).toEqual({ topic, content });
  });

  it('leaves out pipelines that still run, other branches, and unknown events', () => {
    expect(written(gitlab, fixtures.pipelineRunning)).toMatchObject({ reason: 'irrelevant' });
    expect(written(gitlab, fixtures.push, { branches: 'next' })).toMatchObject({ reason: 'irrelevant' });
    expect(written(gitlab, { payload: {}, headers: { 'x-gitlab-event': 'Emoji Hook' } })).toMatchObject({ reason: 'unsupported' });
  });

  it('recognizes its token', () => {
    expect(gitlab.signature?.matches('secret', 'secret', '')).toBe(true);
    expect(gitlab.signature?.matches('secret', 'Secret', '')).toBe(false);
  });
});
