import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { silentProgress } from '../terminal/progress.js';
import { previousCheckout } from './previous-checkout.js';

const folders = new ScratchFolders();
afterAll(() => folders.remove());

const identity = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };

function git(...args: string[]): string {
  // A developer may sign their commits, which asks for a passphrase.
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'commit.gpgsign=false', ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...identity },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** A repository with two commits, and the first of them. */
function repositoryWithTwoCommits(): { repository: string; first: string } {
  const repository = folders.make('repository');
  git('init', '--quiet', repository);
  git('-C', repository, 'commit', '--quiet', '--allow-empty', '--message', 'first');
  const first = git('-C', repository, 'rev-parse', 'HEAD');
  git('-C', repository, 'commit', '--quiet', '--allow-empty', '--message', 'second');
  return { repository, first };
}

async function refusalOf(from: string, repository: string): Promise<string> {
  const folder = folders.make('upgrade');
  const refusal = await refusalIn(folder, from, repository);
  expect(readdirSync(folder)).toEqual([]);
  return refusal;
}

async function refusalIn(folder: string, from: string, repository: string): Promise<string> {
  const signal = new AbortController().signal;
  const refusal = await previousCheckout({ from, folder, repository, progress: silentProgress, signal }).catch(
    (error: Error) => error.message,
  );
  return String(refusal);
}

it.each(['no-such-tag', '0123456789012345678901234567890123456789', '--all'])('a clone without the commit %s says so', async (from) => {
  const { repository } = repositoryWithTwoCommits();
  const refusal = await refusalOf(from, repository);
  expect(refusal).toBe(`This clone has no commit ${from} (--from names it). Fetch it, or name another commit with --from.`);
});

it('a shallow clone says how to get the commit', async () => {
  const { repository, first } = repositoryWithTwoCommits();
  const shallow = join(folders.make('shallow'), 'clone');
  git('clone', '--quiet', '--depth', '1', `file://${repository}`, shallow);
  expect(await refusalOf(first, shallow)).toContain('This clone is shallow: fetch the whole history with git fetch --unshallow');
});

it('what git says beside the commit is no part of it', async () => {
  const { repository, first } = repositoryWithTwoCommits();
  const folder = folders.make('upgrade');
  process.env.GIT_TRACE = '1';
  const refusal = await refusalIn(folder, first, repository).finally(() => delete process.env.GIT_TRACE);
  // There is nothing to build in it.
  expect(refusal).toContain(`version ${first.slice(0, 8)} could not be built`);
  expect(readdirSync(folder)).toEqual([first.slice(0, 12)]);
});
