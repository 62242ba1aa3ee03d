import { Injectable } from '@nestjs/common';
import { realmEmojiStillUrl, realmEmojiUrl } from '@parley/access';
import { EXPORT_TYPES, ownUploadKey } from '@parley/contracts/messaging';
import { Database, organizationById, realmEmoji, type Tx } from '@parley/persistence';
import { FileStorage } from '@parley/storage';
import { Archive } from './archive.js';
import type { WaitingExport } from './claims.repository.js';
import { consentingPeople } from './consents.repository.js';
import {
  attachmentsOf,
  BEGIN,
  type Consenting,
  channelsAfter,
  emojiAfter,
  groupsAfter,
  type Line,
  messagesAfter,
  PAGE_BYTES,
  peopleAfter,
  reactionsTo,
  sizesOf,
  submessagesOf,
} from './contents.repository.js';
import { archiveKey } from './export-file.js';

/** The snapshot stays open while all rows are read. */
const LONGEST_MS = 3_600_000;
const FORMAT = 1;

interface Found {
  /** People whose private data the archive has. */
  readonly consenting: Consenting;
  /** Storage keys of the files that are exported. */
  readonly keys: ReadonlySet<string>;
}

/** Writes the archive of an export to the storage: docs/export-format.md. All rows are of one snapshot. */
@Injectable()
export class WriteArchive {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  /** Returns the people whose private data is in the archive. If it fails, nothing is stored, and nothing of it is at work any more. */
  async execute(asked: WaitingExport, file: string, signal: AbortSignal): Promise<Consenting> {
    signal.throwIfAborted();
    const archive = new Archive();
    const stop = () => archive.fail(signal.reason);
    signal.addEventListener('abort', stop);
    const stored = this.storage.write(archiveKey(asked.organizationId, file), archive.stream);
    const filled = this.fill(archive, asked);
    try {
      const [, consenting] = await Promise.all([stored, filled]);
      return consenting;
    } catch (error) {
      archive.fail(error);
      await Promise.allSettled([stored, filled]);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private async fill(archive: Archive, asked: WaitingExport): Promise<Consenting> {
    const { consenting, keys } = await this.database.transaction((tx) => this.addRows(archive, asked, tx), {
      isolation: 'RepeatableRead',
      timeoutMs: LONGEST_MS,
    });
    const missingFiles: string[] = [];
    for (const key of keys) if (!(await this.addFile(archive, key))) missingFiles.push(key);
    const { organizationId, id, exportType } = asked;
    const organization = await organizationById(this.database.client, organizationId);
    const manifest = {
      kind: 'parley-messages',
      format: FORMAT,
      id,
      exportType,
      exportedAt: new Date().toISOString(),
      organization: { id: organizationId, stringId: organization?.stringId, name: organization?.name },
      rows: archive.rows,
      files: keys.size - missingFiles.length,
      missingFiles,
    };
    await archive.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    archive.finish();
    return consenting;
  }

  private async addRows(archive: Archive, { organizationId, exportType }: WaitingExport, tx: Tx): Promise<Found> {
    const consenting = exportType === EXPORT_TYPES.withConsent ? await consentingPeople(tx, organizationId) : [];
    const tables: readonly [string, (after: number) => Promise<Line[]>][] = [
      ['people', (after) => peopleAfter(tx, organizationId, after)],
      ['groups', (after) => groupsAfter(tx, organizationId, after)],
      ['channels', (after) => channelsAfter(tx, organizationId, consenting, after)],
      ['emoji', (after) => emojiAfter(tx, organizationId, after)],
    ];
    for (const [table, read] of tables) await addTable(archive, table, read);
    const uploads = await this.addMessages(archive, tx, { organizationId, consenting });
    const emoji = (await realmEmoji(tx, organizationId)).flatMap((each) => [realmEmojiUrl(each), realmEmojiStillUrl(each)]);
    const pictures = emoji.filter((url) => url !== null).map((url) => url.replace(/^\//, ''));
    return { consenting, keys: new Set([...uploads, ...pictures]) };
  }

  /** Returns the storage keys of the files that the messages link. */
  private async addMessages(
    archive: Archive,
    tx: Tx,
    { organizationId, consenting }: { readonly organizationId: number; readonly consenting: Consenting },
  ): Promise<Set<string>> {
    // The manifest names tables without rows, too.
    for (const table of ['messages', 'reactions', 'submessages', 'attachments']) await archive.addLines(table, []);
    const keys = new Set<string>();
    let place = BEGIN;
    for (;;) {
      const read = await messagesAfter(tx, organizationId, consenting, place);
      const last = read.at(-1);
      if (last === undefined) return keys;
      const exported = read.flatMap(({ id, line }) => (line === null ? [] : [{ id, line }]));
      await archive.addLines(
        'messages',
        exported.map(({ line }) => line),
      );
      const sizes = await sizesOf(
        tx,
        organizationId,
        exported.map(({ id }) => id),
      );
      for (const ids of batchesOf(sizes)) {
        await archive.addLines('reactions', await reactionsTo(tx, organizationId, ids));
        await archive.addLines('submessages', await submessagesOf(tx, organizationId, ids));
        // A file that several messages link has a line once.
        const linked = (await attachmentsOf(tx, organizationId, ids)).flatMap(({ pathId, line }) => {
          const key = ownUploadKey(organizationId, pathId);
          return key === undefined || keys.has(key) ? [] : [{ key, line }];
        });
        for (const { key } of linked) keys.add(key);
        await archive.addLines(
          'attachments',
          linked.map(({ line }) => line),
        );
      }
      place = last;
    }
  }

  /** Returns false if the storage does not have it. */
  private async addFile(archive: Archive, key: string): Promise<boolean> {
    const size = await this.storage.size(key);
    const content = size === undefined ? undefined : await this.storage.read(key);
    if (size === undefined || content === undefined) return false;
    await archive.addFile(`files/${key}`, size, content);
    return true;
  }
}

async function addTable(archive: Archive, table: string, read: (after: number) => Promise<Line[]>): Promise<void> {
  let after = 0;
  for (;;) {
    const lines = await read(after);
    await archive.addLines(
      table,
      lines.map(({ line }) => line),
    );
    const last = lines.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** Messages of which the sizes together do not exceed a page. A larger one is alone. */
function batchesOf(sizes: readonly { readonly id: number; readonly bytes: number }[]): number[][] {
  const batches: number[][] = [];
  let left = 0;
  for (const { id, bytes } of sizes) {
    const batch = batches.at(-1);
    if (batch === undefined || bytes > left) {
      batches.push([id]);
      left = PAGE_BYTES - bytes;
    } else {
      batch.push(id);
      left -= bytes;
    }
  }
  return batches;
}
