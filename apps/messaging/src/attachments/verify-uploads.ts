import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { uploadPathOf, type verifyUploads } from '@parley/contracts/messaging';
import { MAX_VERIFIED_ROWS } from '@parley/contracts/organization';
import { Database } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { attachmentsAfter } from './attachments.repository.js';

/** Verifies that the files of uploads are in the storage, for an operator who restored the database and the files. */
@Injectable()
export class VerifyUploads {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  async execute({ organizationId, after }: InputOf<typeof verifyUploads>): Promise<OutputOf<typeof verifyUploads>> {
    const attachments = await attachmentsAfter(this.database.client, organizationId, after, MAX_VERIFIED_ROWS);
    const found = await Promise.all(
      attachments.map(async ({ pathId, size }) => {
        const key = uploadPathOf(pathId)?.key;
        const storedSize = key === undefined ? undefined : await this.storage.size(key);
        return { file: key ?? pathId, size: Number(size), storedSize: storedSize ?? null };
      }),
    );
    const last = attachments.length < MAX_VERIFIED_ROWS ? null : (attachments.at(-1)?.id ?? null);
    return { checked: attachments.length, last, faulty: found.filter(({ size, storedSize }) => size !== storedSize) };
  }
}
