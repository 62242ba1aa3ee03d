import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { Archive } from './archive.js';

/** More than the streams take before someone reads. */
const LARGE = 8_388_608;
const closed = 'the archive was closed';

describe('an archive', () => {
  it('has what was written, in this order', async () => {
    const archive = new Archive();
    const read = buffer(archive.stream);
    await archive.addText('first', 'one');
    await archive.addFile('second', 3, Readable.from(['two']));
    archive.finish();
    const tar = String(gunzipSync(await read));
    expect(['first', 'one', 'second', 'two'].map((each) => tar.indexOf(each)).filter((at, n, all) => at > (all[n - 1] ?? -1))).toHaveLength(
      4,
    );
  });

  it('that no one reads any more ends the write that waits, and each later one', async () => {
    const archive = new Archive();
    archive.stream.on('error', () => undefined);
    const endless = new Readable({ read: () => undefined });
    const waiting = [archive.addFile('files/endless', LARGE, endless)];
    const ended = Promise.allSettled(waiting);
    const isClosed = new Promise((resolve) => archive.stream.once('close', resolve));
    archive.fail(new Error('the storage failed'));
    await isClosed;
    expect(await ended).toMatchObject([{ status: 'rejected' }]);
    await expect(archive.addText('later', 'text')).rejects.toThrow(closed);
    await expect(archive.addFile('files/later', 1, Readable.from(['x']))).rejects.toThrow();
  });
});
