import { afterAll, describe, expect, it } from '@jest/globals';
import { ScratchWorkspaces } from '../scratch-workspace.js';
import { docs } from './docs.js';

const scratch = new ScratchWorkspaces();
afterAll(() => scratch.remove());

const found = (files: Record<string, string>) =>
  scratch.findings(docs, { 'package.json': JSON.stringify({ scripts: { start: 'x', 'test:faults': 'y' } }), ...files });

describe('docs', () => {
  it('accepts valid links and existing commands', async () => {
    expect(
      await found({
        'README.md':
          '# Tour\n[a](docs/A.md#the-queue) [b](#tour) [c](https://example.com/x) [d](libs) `npm start` ![e](docs/A.md)\n\n```sh\nnpm run test:faults -- --minutes 3\nnpm ci\n```\n',
        'docs/A.md': '# A\n\n## The queue\n[up](../README.md)\n\n`[no](link.md)` and npm run nothing in prose\n',
        'libs/a.txt': '',
      }),
    ).toEqual([]);
  });

  it('rejects a dead link, a missing heading and a missing definition target', async () => {
    expect(await found({ 'docs/A.md': '# A\n\n[b](B.md)\n[c](#c)\n\n[d]: ../D.md\n' })).toEqual([
      "docs/A.md:3 The link 'B.md' is dead.",
      "docs/A.md:4 docs/A.md has no heading '#c'.",
      "docs/A.md:6 The link '../D.md' is dead.",
    ]);
  });

  it('rejects a path that does not exist, but ignores patterns', async () => {
    expect(await found({ 'docs/A.md': '`docs/A.md` `docs/B.md` `apps/<app>/src` `docs/*.md`\n' })).toEqual([
      'docs/A.md:1 There is no docs/B.md.',
    ]);
  });

  it('rejects a command that package.json does not have, also on its own line', async () => {
    expect(await found({ 'README.md': '# R\n\n```sh\nnpm start\nnpm run nothing\n```\n\n`npm test`\n' })).toEqual([
      "README.md:4 package.json has no script 'nothing'.",
      "README.md:8 package.json has no script 'test'.",
    ]);
  });
});
