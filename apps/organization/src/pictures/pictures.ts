import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { type ApiError, apiErrors, type UploadedFile } from '@parley/contracts';
import { Runtime } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import sharp, { type Sharp } from 'sharp';

// Of all formats that the library can decode, only these four are allowed: no documents, no vector graphics, nothing that reads other
// files.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'] });
// Each image is decoded only once.
sharp.cache(false);
sharp.concurrency(1);

/** All frames of an animation together. Decoding takes about 100 MB. */
const MAX_PIXELS = 25_000_000;
const DEADLINE_SECONDS = 10;
const EMOJI_PIXELS = 64;
const TRANSPARENT = { r: 0, g: 0, b: 0, alpha: 0 };

export interface EmojiPicture {
  readonly bytes: Buffer;
  readonly extension: 'png' | 'gif' | 'webp';
  /** PNG of the first frame of an animation. */
  readonly still: Buffer | null;
}

/**
 * Uploaded images, encoded again in our sizes and formats. Only the pixels of the upload are kept: no camera metadata, and nothing
 * appended to the file. Files that are no image, or have too many pixels, are refused (BAD_IMAGE).
 */
@Injectable()
export class Pictures {
  constructor(
    private readonly storage: FileStorage,
    private readonly runtime: Runtime,
  ) {}

  /** The whole file. The gateway limits its size so that it fits into memory. */
  async open({ key }: UploadedFile): Promise<Buffer> {
    const content = await this.storage.read(key);
    if (content === undefined) throw new Error('an uploaded file is not in the storage');
    return buffer(content);
  }

  /** PNG, cut to a square. */
  square(bytes: Buffer, pixels: number): Promise<Buffer> {
    return this.readable(() => still(bytes).resize(pixels, pixels, { fit: 'cover' }).png().toBuffer());
  }

  /** PNG, scaled down to fit. */
  within(bytes: Buffer, width: number, height: number): Promise<Buffer> {
    return this.readable(() => still(bytes).resize(width, height, { fit: 'inside', withoutEnlargement: true }).png().toBuffer());
  }

  emoji(bytes: Buffer): Promise<EmojiPicture> {
    return this.readable(async () => {
      const { format, pages = 1 } = await open(bytes, { animated: true }).metadata();
      const first = await fitted(still(bytes)).png().toBuffer();
      if (pages === 1) return { bytes: first, extension: 'png', still: null };
      const extension = format === 'gif' ? 'gif' : 'webp';
      const moving = await fitted(open(bytes, { animated: true }))
        .toFormat(extension)
        .toBuffer();
      return { bytes: moving, extension, still: first };
    });
  }

  async store(key: string, bytes: Buffer): Promise<void> {
    await this.storage.write(key, Readable.from([bytes]));
  }

  /** Deletes images that are no longer in use. A failure is only logged. */
  async discard(keys: readonly string[]): Promise<void> {
    const outcomes = await Promise.allSettled(keys.map((key) => this.storage.remove(key)));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') this.runtime.logger.warn({ err: outcome.reason }, 'failed to delete an image');
    }
  }

  private async readable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      this.runtime.logger.info({ err: error }, 'failed to decode an uploaded image');
      throw badImage(error);
    }
  }
}

function badImage(error: unknown): ApiError {
  const isTooLarge = error instanceof Object && 'message' in error && String(error.message).includes('pixel limit');
  return isTooLarge ? apiErrors.imageTooLarge() : apiErrors.unreadableImage();
}

function open(bytes: Buffer, options: { animated: boolean }): Sharp {
  return sharp(bytes, { ...options, limitInputPixels: MAX_PIXELS, failOn: 'error' }).timeout({ seconds: DEADLINE_SECONDS });
}

/** The first frame, rotated according to the camera orientation. */
function still(bytes: Buffer): Sharp {
  return open(bytes, { animated: false }).autoOrient();
}

function fitted(picture: Sharp): Sharp {
  return picture.resize(EMOJI_PIXELS, EMOJI_PIXELS, { fit: 'contain', background: TRANSPARENT });
}
