import { randomUUID } from 'node:crypto';
import { avatarUrlOf, mediumAvatarUrlOf, organizationPicture, realmEmojiStillUrl, realmEmojiUrl } from '@parley/access';
import { ownUploadKey } from '@parley/contracts/messaging';
import { ORGANIZATION_PICTURES } from '@parley/contracts/organization';
import { type OrganizationRecord, organizationByStringId, realmEmoji, type SqlReader, type Tx } from '@parley/persistence';
import { CommandError, noOrganizationInDatabase } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { type Progress, shownCount } from '../output/progress.js';
import { avatarsOf, columnsOf, linesOf, schemaOf, uploadPathsOf } from './export.repository.js';
import { ExportFolder } from './export-folder.js';
import { EXPORT_KIND, type ExportContent, FORMAT_VERSION, type TableEntry, writtenManifest } from './export-format.js';
import { EXPORTED_TABLES, type ExportedTable } from './exported-tables.js';
import type { NoteExport } from './note-export.js';
import type { Stores } from './open-stores.js';

/** The snapshot stays open while all rows are read. */
const LONGEST_MS = 24 * 3600 * 1000;

interface ReadRows {
  readonly organization: OrganizationRecord;
  readonly schema: string;
  readonly tables: TableEntry[];
  readonly keys: readonly string[];
}

/** Writes all rows of an organization, in one snapshot, and then its files to a folder. The organization may be in use. */
export class ExportOrganization {
  constructor(
    private readonly stores: Stores,
    private readonly progress: Progress,
    private readonly note: NoteExport,
  ) {}

  async execute(stringId: string, path: string): Promise<Answer> {
    const started = performance.now();
    const folder = new ExportFolder(path);
    const present = await this.exportable(this.stores.database.direct, stringId);
    await folder.begin(present.uuid);
    await this.note(present, null);
    const { organization, schema, tables, keys } = await this.stores.database.transaction((tx) => this.readRows(tx, stringId, folder), {
      isolation: 'RepeatableRead',
      timeoutMs: LONGEST_MS,
    });
    const { files, missingFiles } = await folder.copyFiles(keys, this.stores.storage, this.progress);
    const { id, uuid, name } = organization;
    const content: ExportContent = {
      kind: EXPORT_KIND,
      format: FORMAT_VERSION,
      id: randomUUID(),
      exportedAt: new Date().toISOString(),
      schema,
      organization: { id, stringId: organization.stringId, uuid, name },
      tables,
      files,
      missingFiles,
    };
    await folder.finish(writtenManifest(content));
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    const missing = missingFiles.map((key) => `The storage has no file ${key}.`);
    return {
      text: [
        `${name} (${organization.stringId}) is in ${path}: ${shownCount(rows)} rows, ${shownCount(files.length)} files, ${seconds} s.`,
        ...missing,
      ].join('\n'),
      json: { id, string_id: organization.stringId, rows, files: files.length, missing_files: missingFiles, seconds },
    };
  }

  /** @throws CommandError */
  private async exportable(reader: SqlReader, stringId: string): Promise<OrganizationRecord> {
    const organization = await organizationByStringId(reader, stringId.toLowerCase());
    if (organization === undefined) throw noOrganizationInDatabase(stringId);
    if (organization.purgeStartedAt !== null) throw new CommandError(`${stringId} is being purged, so it cannot be exported.`);
    if (organization.importId !== null) throw new CommandError(`The import of ${stringId} is not finished, so it cannot be exported.`);
    return organization;
  }

  private async readRows(tx: Tx, stringId: string, folder: ExportFolder): Promise<ReadRows> {
    const organization = await this.exportable(tx, stringId);
    const tables: TableEntry[] = [];
    for (const table of EXPORTED_TABLES) {
      const columns = await columnsOf(tx, table.table);
      tables.push({
        table: table.table,
        columns,
        ...(await folder.writeTable(table.table, this.lines(tx, organization.id, table, columns))),
      });
    }
    return { organization, schema: (await schemaOf(tx)) ?? '', tables, keys: await this.keysOf(tx, organization) };
  }

  private async *lines(tx: Tx, organizationId: number, table: ExportedTable, columns: readonly string[]): AsyncGenerator<string[]> {
    let rows = 0;
    for await (const page of linesOf(tx, organizationId, table, columns)) {
      rows += page.length;
      this.progress.show(() => `${table.table}: ${shownCount(rows)} rows`);
      yield page;
    }
  }

  /** The files that rows of the organization name. */
  private async keysOf(tx: Tx, organization: OrganizationRecord): Promise<string[]> {
    const { id } = organization;
    const uploads = (await uploadPathsOf(tx, id)).flatMap((pathId) => ownUploadKey(id, pathId) ?? []);
    const avatars = (await avatarsOf(tx, id)).flatMap((user) => {
      const owner = { ...user, organizationId: id, avatarSource: 'U', deliveryEmail: '', emailAddressVisibility: 1 };
      return [avatarUrlOf(owner), mediumAvatarUrlOf(owner)];
    });
    const emoji = (await realmEmoji(tx, id)).flatMap((each) => [realmEmojiUrl(each), realmEmojiStillUrl(each)]);
    const pictures = ORGANIZATION_PICTURES.map((picture) => organizationPicture(organization, picture));
    const own = pictures.filter(({ source }) => source === 'U').map(({ url }) => url);
    const urls = [...avatars, ...emoji, ...own].filter((url) => url !== null);
    return [...uploads, ...urls.map((url) => url.replace(/^\//, ''))];
  }
}
