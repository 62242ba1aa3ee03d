import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ScratchFolders } from '../../src/scratch-folders.js';
import { Buildah, megabytesIn } from './built-image.js';
import { ImageRun, makeFolderOutside, removeFolder } from './image-run.js';

// It installs all packages, builds everything, and starts it.
jest.setTimeout(25 * 60_000);
const MAX_MEGABYTES = 250;
const program = process.env.PARLEY_TEST_BUILDAH ?? '';

/**
 * What a container engine does with this image: its files read-only, an empty /tmp, a volume for files, and the user of the image. In the mount
 * namespace of the process, so that it ends with it.
 */
const ENTER = `
mount --bind "$IMAGE" "$IMAGE"
mount -t tmpfs tmpfs "$IMAGE/tmp"
mount -t proc proc "$IMAGE/proc"
mount --rbind /dev "$IMAGE/dev"
mount --bind "$FILES" "$IMAGE/files"
mount -o remount,bind,ro "$IMAGE"
exec chroot --userspec=node:node "$IMAGE" sh -c 'cd /parley && exec node "$@"' node "$@"
`;

if (program === '') it('the image is not built, because there is no buildah', () => expect(program).toBe(''));
else describe('deploy/Dockerfile', testBuild);

function testBuild(): void {
  const outside = makeFolderOutside();
  const folders = new ScratchFolders();
  const buildah = new Buildah(program, outside);
  let image: string;
  let base: string;
  let root: string;
  let run: ImageRun | undefined;
  beforeAll(async () => {
    base = await buildah.makeBase();
    image = await buildah.build(base);
    root = await buildah.mount(image);
  });
  afterAll(async () => {
    await run?.stop();
    await buildah.remove();
    removeFolder(outside);
    folders.remove();
  });

  it(`builds an image that takes at most ${MAX_MEGABYTES} MB above its base`, async () => {
    const added = (await megabytesIn(root)) - (await megabytesIn(await buildah.mount(base)));
    console.info(`built image: ${added.toFixed(0)} MB above its base`);
    expect(added).toBeGreaterThan(10);
    expect(added).toBeLessThan(MAX_MEGABYTES);
  });

  it('runs the gateway as the user node, unless told otherwise', async () => {
    expect(await buildah.configOf(image)).toMatchObject({
      User: 'node',
      WorkingDir: '/parley',
      Cmd: ['node', 'apps/gateway/dist/main.js'],
      Env: expect.arrayContaining(['NODE_ENV=production', 'MALLOC_ARENA_MAX=1']),
    });
  });

  it('has all that its programs need, on a read-only file system', async () => {
    const files = join(outside, 'files');
    const enter = ['--mount', 'env', `IMAGE=${root}`, `FILES=${files}`, 'sh', '-e', '-c', ENTER, 'sh'];
    const launcher = { command: 'unshare', before: enter, cwd: '/', account: undefined, files: '/files' };
    run = await ImageRun.start(launcher, files, folders.make('built'));
    await run.expectWhole();
    for (const path of ['/parley/written', '/written']) {
      const { exitCode, output } = await run.program(['-e', `require('node:fs').writeFileSync('${path}', '')`]);
      expect([path, exitCode, output]).toEqual([path, 1, expect.stringContaining('EROFS')]);
    }
    const { output } = await run.program(['-e', 'console.log(process.getuid())']);
    expect(output.trim()).toBe('1000');
  });
}
