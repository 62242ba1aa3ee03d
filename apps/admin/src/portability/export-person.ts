import { avatarUrlOf, mediumAvatarUrlOf } from '@parley/access';
import { ownUploadKey } from '@parley/contracts/messaging';
import { type OrganizationRecord, organizationByStringId, type SqlReader, type Tx } from '@parley/persistence';
import { CommandError, noOrganizationInDatabase } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { type Progress, shownCount } from '../output/progress.js';
import { columnsOf } from './export.repository.js';
import { ExportFolder } from './export-folder.js';
import { FORMAT_VERSION, PERSON_KIND, type TableEntry, writtenManifest } from './export-format.js';
import type { NoteExport } from './note-export.js';
import type { Stores } from './open-stores.js';
import { findPerson, type Person, personalLines, placeLines, uploadPathsOfPerson } from './person.repository.js';
import { PERSONAL_ROWS, type PersonalRows } from './personal-data.js';

const LONGEST_MS = 24 * 3600 * 1000;

interface Found {
  readonly organization: OrganizationRecord;
  readonly person: Person;
}

interface ReadData extends Found {
  readonly tables: TableEntry[];
  readonly keys: readonly string[];
}

/** Writes the data of one person to a folder, for them: what they wrote, set and uploaded, from one snapshot. */
export class ExportPerson {
  constructor(
    private readonly stores: Stores,
    private readonly progress: Progress,
    private readonly note: NoteExport,
  ) {}

  async execute(stringId: string, whom: string, path: string): Promise<Answer> {
    // Uncompressed, because it is for people.
    const folder = new ExportFolder(path, { isCompressed: false });
    const present = await this.find(this.stores.database.direct, stringId, whom);
    await folder.begin(`${present.organization.uuid}/${present.person.id}`);
    await this.note(present.organization, present.person.id);
    const { organization, person, tables, keys } = await this.stores.database.transaction(
      (tx) => this.read(tx, { stringId, whom: String(present.person.id) }, folder),
      {
        isolation: 'RepeatableRead',
        timeoutMs: LONGEST_MS,
      },
    );
    const { files, missingFiles } = await folder.copyFiles(keys, this.stores.storage, this.progress);
    await folder.finish(
      writtenManifest({
        kind: PERSON_KIND,
        format: FORMAT_VERSION,
        exportedAt: new Date().toISOString(),
        organization: { id: organization.id, stringId: organization.stringId, name: organization.name },
        person: { id: person.id, email: person.email, name: person.name },
        tables,
        files,
        missingFiles,
      }),
    );
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const missing = missingFiles.map((key) => `The storage has no file ${key}.`);
    return {
      text: [
        `The data of ${person.name} (${person.email}) is in ${path}: ${shownCount(rows)} rows, ${shownCount(files.length)} files.`,
        ...missing,
      ].join('\n'),
      json: { user_id: person.id, rows, files: files.length, missing_files: missingFiles },
    };
  }

  /** @throws CommandError */
  private async find(reader: SqlReader, stringId: string, whom: string): Promise<Found> {
    const organization = await organizationByStringId(reader, stringId.toLowerCase());
    if (organization === undefined) throw noOrganizationInDatabase(stringId);
    const person = await findPerson(reader, organization.id, whom);
    if (person === undefined) throw new CommandError(`There is no user "${whom}" in ${stringId}.`);
    return { organization, person };
  }

  private async read(tx: Tx, { stringId, whom }: { stringId: string; whom: string }, folder: ExportFolder): Promise<ReadData> {
    const { organization, person } = await this.find(tx, stringId, whom);
    const { id } = organization;
    const tables: TableEntry[] = [];
    for (const each of PERSONAL_ROWS) {
      const { table, secret = [] } = each;
      const columns = (await columnsOf(tx, table)).filter((column) => !secret.includes(column));
      const lines = this.lines(personalLines(tx, id, person.id, each, columns), each);
      tables.push({ table, columns, ...(await folder.writeTable(table, lines)) });
    }
    const places = await placeLines(tx, id, person.id);
    tables.push({
      table: 'places',
      columns: ['channel_id', 'conversation_id', 'name', 'with'],
      ...(await folder.writeTable('places', [places])),
    });
    return { organization, person, tables, keys: await this.keysOf(tx, id, person) };
  }

  private async *lines(pages: AsyncIterable<string[]>, { table }: PersonalRows): AsyncGenerator<string[]> {
    let rows = 0;
    for await (const page of pages) {
      rows += page.length;
      this.progress.show(() => `${table}: ${shownCount(rows)} rows`);
      yield page;
    }
  }

  private async keysOf(tx: Tx, organizationId: number, person: Person): Promise<string[]> {
    const uploads = (await uploadPathsOfPerson(tx, organizationId, person.id)).flatMap(
      (pathId) => ownUploadKey(organizationId, pathId) ?? [],
    );
    if (person.avatarSource !== 'U') return uploads;
    const owner = { ...person, organizationId, deliveryEmail: '', emailAddressVisibility: 1 };
    return [...uploads, ...[avatarUrlOf(owner), mediumAvatarUrlOf(owner)].map((url) => url.replace(/^\//, ''))];
  }
}
