import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import * as fixtures from './fixtures.js';
import { github } from './index.js';

const ISSUE = '[issue #7](https://github.com/dock/ship/issues/7) Leaks &#42;badly&#42;';
const PULL = '[PR #8](https://github.com/dock/ship/pull/8) Seal the hull';

describe('GitHub', () => {
  it('tells about a push with its commits', () => {
    expect(message(github, fixtures.push)).toEqual({
      topic: 'ship / main',
      content: [
        '**ann** pushed [2 commits](https://github.com/dock/ship/compare/b0...22222222) to `main`.',
        '',
        '* [11111111](https://github.com/dock/ship/commit/1111111100000000) Mend the sail (Ann)',
        '* [22222222](https://github.com/dock/ship/commit/2222222233333333) Paint (Ann)',
      ].join('\n'),
    });
  });

  it('says that a push was forced, has no commits, or deleted a branch', () => {
    const push = (payload: object) => message(github, { ...fixtures.push, payload: { ...fixtures.push.payload, ...payload } }).content;
    expect(push({ forced: true, commits: [] })).toBe('**ann** force-pushed no new commits to `main`.');
    expect(push({ created: true, commits: [] })).toBe('**ann** pushed no new commits to `main` (new branch).');
    expect(push({ deleted: true })).toBe('**ann** deleted the branch `main`.');
  });

  it('shows a few commits of a large push', () => {
    const { payload } = fixtures.push;
    const commits = Array.from({ length: 500 }, () => Object(payload).commits[0]);
    const { content } = message(github, { ...fixtures.push, payload: { ...payload, commits } });
    expect(content).toContain('[500 commits]');
    expect(content).toMatch(/… and 490 more$/);
  });

  it.each([
    [
      'an opened issue',
      fixtures.issueOpened,
      'ship / issue #7 Leaks *badly*',
      `**ann** opened ${ISSUE}\n\n\`\`\`quote\nWater @&#42;&#42;all&#42;&#42; over\n&#96;&#96;&#96;\nthe deck\n\`\`\``,
    ],
    ['a label', fixtures.issueLabeled, 'ship / issue #7 Leaks *badly*', `**ann** added the label \`bug\` to ${ISSUE}`],
    [
      'a comment',
      fixtures.issueComment,
      'ship / issue #7 Leaks *badly*',
      `**ann** [commented](https://github.com/dock/ship/issues/7#issuecomment-9) on ${ISSUE}\n\n\`\`\`quote\nOn it.\n\`\`\``,
    ],
    ['an opened pull request', fixtures.pullRequestOpened, 'ship / PR #8 Seal the hull', `**ann** opened ${PULL} (\`seal\` into \`main\`)`],
    ['a merged pull request', fixtures.pullRequestMerged, 'ship / PR #8 Seal the hull', `**ann** merged ${PULL} into \`main\``],
    ['a requested review', fixtures.reviewRequested, 'ship / PR #8 Seal the hull', `**ann** requested a review of ${PULL} from **bob**`],
    [
      'a review',
      fixtures.review,
      'ship / PR #8 Seal the hull',
      `**bob** [requested changes to](https://github.com/dock/ship/pull/8#r1) ${PULL}\n\n\`\`\`quote\nToo thin\n\`\`\``,
    ],
    [
      'a comment of a review',
      fixtures.reviewComment,
      'ship / PR #8 Seal the hull',
      `**ann** [commented](https://github.com/dock/ship/issues/7#issuecomment-9) on the changes of ${PULL}\n\n\`\`\`quote\nOn it.\n\`\`\``,
    ],
    [
      'a comment on a commit',
      fixtures.commitComment,
      'ship',
      '**ann** [commented](https://github.com/dock/ship/issues/7#issuecomment-9) on the commit `11111111`\n\n```quote\nOn it.\n```',
    ],
    [
      'a release',
      fixtures.released,
      'ship',
      '**ann** published the release [First](https://github.com/dock/ship/releases/v1) (`v1`).\n\n```quote\nIt floats.\n```',
    ],
    ['a workflow', fixtures.workflow, 'ship / main', '[Tests #12](https://github.com/dock/ship/actions/runs/1) on `main`: **failure**'],
    ['a deployment', fixtures.deployment, 'ship', 'Deployment to **harbour**: [success](https://ci.example.com/1)'],
    ['a new tag', fixtures.tagCreated, 'ship', '**ann** created the tag `v1`.'],
    ['a deleted tag', fixtures.tagDeleted, 'ship', '**ann** deleted the tag `v1`.'],
    [
      'a fork',
      fixtures.forked,
      'ship',
      '**ann** forked [dock/ship](https://github.com/dock/ship) to [bob/ship](https://github.com/bob/ship).',
    ],
    ['a star', fixtures.starred, 'ship', '**ann** starred [dock/ship](https://github.com/dock/ship).'],
    ['a ping', fixtures.ping, 'ship', 'The webhook of GitHub works.\n\n```quote\nKeep it simple.\n```'],
  ])('tells about %s', (_, fixture, topic, content) => {
    expect(message(github, fixture)).toEqual({ topic, content });
  });

  it('leaves out what needs no message, and what it does not know', () => {
    expect(written(github, fixtures.issueMilestoned)).toEqual({ kind: 'ignored', event: 'issues', reason: 'irrelevant' });
    expect(written(github, fixtures.unknown)).toEqual({ kind: 'ignored', event: 'membership', reason: 'unsupported' });
    expect(written(github, { payload: {}, headers: { 'x-github-event': 'constructor' } })).toMatchObject({ reason: 'unsupported' });
  });

  it('leaves out other branches and private repositories, if the URL says so', () => {
    expect(written(github, fixtures.push, { branches: 'release/*, next' })).toMatchObject({ reason: 'irrelevant' });
    expect(written(github, fixtures.push, { branches: 'release/*, ma*n' })).toMatchObject({ kind: 'messages' });
    const secret = {
      ...fixtures.push,
      payload: { ...fixtures.push.payload, repository: { ...Object(fixtures.push.payload).repository, private: true } },
    };
    expect(written(github, secret, { ignore_private_repositories: 'true' })).toMatchObject({ reason: 'irrelevant' });
    expect(written(github, secret)).toMatchObject({ kind: 'messages' });
  });

  it('leaves out events that the URL excludes', () => {
    expect(written(github, fixtures.push, {}, { only: ['pull_request*'] })).toMatchObject({ reason: 'filtered' });
    expect(written(github, fixtures.push, {}, { only: ['push'], exclude: ['pu*'] })).toMatchObject({ reason: 'filtered' });
    expect(written(github, fixtures.push, {}, { exclude: ['star'] })).toMatchObject({ kind: 'messages' });
  });

  it('names the field that a payload lacks', () => {
    const { repository: _, ...payload } = Object(fixtures.push.payload);
    expect(() => message(github, { ...fixtures.push, payload })).toThrow('Invalid payload: payload.repository: ');
    const broken = { ...fixtures.push.payload, commits: [{ id: 5 }] };
    expect(() => message(github, { ...fixtures.push, payload: broken })).toThrow('Invalid payload: payload.commits[0].id: ');
  });

  it('recognizes its signature', () => {
    const { signature } = github;
    // printf 'Hello, World!' | openssl dgst -sha256 -hmac "It's a Secret to Everybody" (the example of GitHub)
    const right = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
    expect(signature?.matches("It's a Secret to Everybody", right, 'Hello, World!')).toBe(true);
    expect(signature?.matches("It's a Secret to Everybody", right, 'Hello, World?')).toBe(false);
    expect(signature?.matches('another', right, 'Hello, World!')).toBe(false);
    expect(signature?.matches('another', '', 'Hello, World!')).toBe(false);
  });
});
