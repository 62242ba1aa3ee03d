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
  PAGE,
  peopleAfter,
  reactionsTo,
  submessagesOf,
} from './contents.repository.js';
import { archiveKey } from './export-file.js';

/** The snapshot stays open while all rows are read. */
const LONGEST_MS = 3_600_000;
const FORMAT = 1;

/** The rows of each table, for the manifest. */
type Counts = Map<string, number>;
interface Found {
  readonly counts: Counts;
  readonly keys: ReadonlySet<string>;
}

/** Writes the archive of an export to the storage: docs/export-format.md. All rows are of one snapshot. */
@Injectable()
export class WriteArchive {
  constructor(
    private readonly database: Database,
    private readonly storage: FileStorage,
  ) {}

  /** If it fails, nothing is stored. */
  async execute(asked: WaitingExport, file: string, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const archive = new Archive();
    const stop = () => archive.fail(signal.reason);
    signal.addEventListener('abort', stop);
    const stored = this.storage.write(archiveKey(asked.organizationId, file), archive.stream);
    try {
      await Promise.all([stored, this.fill(archive, asked)]);
    } catch (error) {
      archive.fail(error);
      await stored.catch(() => undefined);
      throw error;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  private async fill(archive: Archive, asked: WaitingExport): Promise<void> {
    const { counts, keys } = await this.database.transaction((tx) => this.addRows(archive, asked, tx), {
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
      rows: Object.fromEntries(counts),
      files: keys.size - missingFiles.length,
      missingFiles,
    };
    await archive.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
    archive.finish();
  }

  private async addRows(archive: Archive, { organizationId, exportType }: WaitingExport, tx: Tx): Promise<Found> {
    const counts: Counts = new Map();
    const consenting = exportType === EXPORT_TYPES.withConsent ? await consentingPeople(tx, organizationId) : [];
    const tables: readonly [string, (after: number) => Promise<Line[]>][] = [
      ['people', (after) => peopleAfter(tx, organizationId, after)],
      ['groups', (after) => groupsAfter(tx, organizationId, after)],
      ['channels', (after) => channelsAfter(tx, organizationId, consenting, after)],
      ['emoji', (after) => emojiAfter(tx, organizationId, after)],
    ];
    for (const [table, read] of tables) counts.set(table, await addTable(archive, table, read));
    const uploads = await this.addMessages(archive, counts, tx, { organizationId, consenting });
    const emoji = (await realmEmoji(tx, organizationId)).flatMap((each) => [realmEmojiUrl(each), realmEmojiStillUrl(each)]);
    const pictures = emoji.filter((url) => url !== null).map((url) => url.replace(/^\//, ''));
    return { counts, keys: new Set([...uploads, ...pictures]) };
  }

  /** Returns the storage keys of the files that the messages link. */
  private async addMessages(
    archive: Archive,
    counts: Counts,
    tx: Tx,
    { organizationId, consenting }: { readonly organizationId: number; readonly consenting: Consenting },
  ): Promise<Set<string>> {
    const keys = new Set<string>();
    let place = BEGIN;
    for (let part = 1; ; part += 1) {
      const read = await messagesAfter(tx, organizationId, consenting, place);
      const exported = read.flatMap(({ id, line }) => (line === null ? [] : [{ id, line }]));
      const ids = exported.map(({ id }) => id);
      // A file that messages of several pages link has a line once.
      const linked = (await attachmentsOf(tx, organizationId, ids)).flatMap(({ pathId, line }) => {
        const key = ownUploadKey(organizationId, pathId);
        return key === undefined || keys.has(key) ? [] : [{ key, line }];
      });
      for (const { key } of linked) keys.add(key);
      const tables = {
        messages: exported.map(({ line }) => line),
        reactions: await reactionsTo(tx, organizationId, ids),
        submessages: await submessagesOf(tx, organizationId, ids),
        attachments: linked.map(({ line }) => line),
      };
      for (const [table, lines] of Object.entries(tables)) {
        counts.set(table, (counts.get(table) ?? 0) + lines.length);
        if (lines.length > 0) await archive.addLines(table, part, lines);
      }
      const last = read.at(-1);
      if (last === undefined || read.length < PAGE) return keys;
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

/** Returns the number of rows. */
async function addTable(archive: Archive, table: string, read: (after: number) => Promise<Line[]>): Promise<number> {
  let count = 0;
  let after = 0;
  for (let part = 1; ; part += 1) {
    const lines = await read(after);
    if (lines.length > 0)
      await archive.addLines(
        table,
        part,
        lines.map(({ line }) => line),
      );
    count += lines.length;
    after = lines.at(-1)?.id ?? after;
    if (lines.length < PAGE) return count;
  }
}
