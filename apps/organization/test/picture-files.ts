import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { INCOMING_FOLDER, type UploadedFile } from '@parley/contracts';
import type { FileStorage } from '@parley/storage';
import sharp, { type Metadata } from 'sharp';

const SIDE = 40;
const WHITE = 255;

/** Images as users upload them. */
export const pictureFiles = {
  png: (width = SIDE, height = SIDE) =>
    sharp({ create: { width, height, channels: 3, background: 'green' } })
      .png()
      .toBuffer(),
  jpeg: () =>
    sharp({ create: { width: SIDE, height: 2 * SIDE, channels: 3, background: 'green' } })
      .jpeg()
      .toBuffer(),
  /** A white frame, then a black one. */
  gif: () => twoPictures().gif().toBuffer(),
  webp: () => twoPictures().webp().toBuffer(),
};

function twoPictures() {
  const pixels = Buffer.alloc(SIDE * SIDE * 2 * 4).fill(WHITE, 0, SIDE * SIDE * 4);
  return sharp(pixels, { raw: { width: SIDE, height: 2 * SIDE, channels: 4, pageHeight: SIDE } });
}

/** A file as the gateway leaves it after an upload. */
export async function incomingFile(storage: FileStorage, bytes: Buffer): Promise<UploadedFile> {
  const key = `${INCOMING_FOLDER}/${randomUUID()}`;
  await storage.write(key, Readable.from([bytes]));
  return { key, name: 'picture', size: bytes.length };
}

/** The stored image of a URL. Undefined: there is none. */
export async function pictureAt(storage: FileStorage, url: string): Promise<Metadata | undefined> {
  const content = await storage.read(url.slice(1));
  return content && sharp(await buffer(content), { animated: true }).metadata();
}
