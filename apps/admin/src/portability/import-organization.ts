import { ownUploadKey } from '@parley/contracts/messaging';
import { describeCell, reactivateOrganization, rotateApiKey, verifyKeys } from '@parley/contracts/organization';
import { databaseIdentity, dataViolation, type SqlReader, type Tx } from '@parley/persistence';
import { CommandError } from '../command-error.js';
import { placeImported } from '../organizations/place-organization.js';
import type { Answer } from '../output/answer.js';
import { type Progress, shownCount } from '../output/progress.js';
import type { RunningSuite } from '../running-suite.js';
import { columnsOf, schemaOf, uploadPathsOf } from './export.repository.js';
import { ExportFolder } from './export-folder.js';
import type { ExportContent, TableEntry } from './export-format.js';
import { EXPORTED_TABLES, type ExportedTable } from './exported-tables.js';
import {
  actAsOperator,
  advanceSequence,
  finishImport,
  forgetAuditOfImport,
  insertRows,
  lockImports,
  markImport,
  newestMessageId,
  organizationInTheWay,
  raiseVersions,
  sequenceOf,
  sharedId,
} from './import.repository.js';
import type { Stores } from './open-stores.js';

const LONGEST_MS = 24 * 3600 * 1000;
/** Of one statement. */
const MAX_ROWS = 1_000;
const MAX_CHARACTERS = 2_000_000;
/** Tables whose primary key allows an id in two organizations, although statements find rows by the id alone. */
const UNGUARDED = ['topic', 'reaction', 'submessage', 'draft'] as const;

type Imported = ExportedTable & TableEntry;

/**
 * Imports an organization with its ids, which must be free. All rows are inserted in one transaction, which leaves the organization deactivated;
 * then its files are stored, and at last it becomes active. A run that was interrupted changes nothing, or is continued by the next one.
 */
export class ImportOrganization {
  constructor(
    private readonly suite: RunningSuite,
    private readonly stores: Stores,
    private readonly progress: Progress,
  ) {}

  /** `wanted`: the cell whose database is opened, if there are several. */
  async execute(path: string, wanted?: string): Promise<Answer> {
    const started = performance.now();
    const folder = new ExportFolder(path);
    const content = await folder.manifest();
    const cell = await this.checkedCell(wanted);
    const tables = await this.checkedTables(content);
    const isBegun = await this.isBegun(this.stores.database.direct, content);
    await this.verify(folder, content);
    await placeImported(this.suite, { ...content.organization, cell }, async () => {
      if (!isBegun) await this.load(folder, content, tables);
    });
    await this.storeFiles(folder, content);
    const { id, stringId, name } = content.organization;
    const newKeys = await this.renewKeys(id);
    await this.finish(folder, content, tables);
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    const files = content.files.length;
    const keys =
      newKeys === 0
        ? 'API keys are as before.'
        : `${newKeys} API keys are new, because PARLEY_KEY_SECRET does not open those of the export.`;
    return {
      text: `${name} (${stringId}) is imported and active: ${shownCount(rows)} rows, ${shownCount(files)} files, ${seconds} s. ${keys}`,
      json: { id, string_id: stringId, rows, files, new_keys: newKeys, seconds },
    };
  }

  /** Rows must not reach a database that the services do not use. @throws CommandError */
  private async checkedCell(wanted: string | undefined): Promise<string | undefined> {
    const { cells } = this.suite;
    if (cells.length === 0 && wanted !== undefined) throw new CommandError('There are no cells: leave out --cell.');
    if (cells.length > 0 && (wanted === undefined || !cells.includes(wanted))) {
      throw new CommandError(`Name the cell whose database DATABASE_URL is: --cell ${cells.join(' or --cell ')}.`);
    }
    const { database } = await this.suite.callInCell(describeCell, {}, wanted);
    if (database !== (await databaseIdentity(this.stores.database.direct))) {
      throw new CommandError('DATABASE_URL is not the database of the running services.');
    }
    return wanted;
  }

  /** @throws CommandError if this installation does not know all that the export has */
  private async checkedTables({ schema, tables, organization }: ExportContent): Promise<Imported[]> {
    const { direct } = this.stores.database;
    const own = await schemaOf(direct);
    const newer = `The export was made with the schema ${schema}, which is newer than ${own ?? 'the one here'}. Upgrade this installation first.`;
    if (own !== null && schema > own) throw new CommandError(newer);
    const byName = new Map(tables.map((entry) => [entry.table, entry]));
    if (byName.size !== tables.length || byName.get('organization')?.rows !== 1) {
      throw new CommandError(`The export is damaged: it does not have ${organization.stringId} once.`);
    }
    const known = new Set(EXPORTED_TABLES.map(({ table }) => table));
    if (tables.some(({ table }) => !known.has(table))) throw new CommandError(newer);
    const imported = EXPORTED_TABLES.flatMap((table) => ({ ...table, ...byName.get(table.table) })).filter(
      (each): each is Imported => 'rows' in each,
    );
    for (const { table, columns } of imported) {
      const present = new Set(await columnsOf(direct, table));
      if (columns.some((column) => !present.has(column))) throw new CommandError(newer);
    }
    return imported;
  }

  /** Whether an earlier run has inserted the rows. @throws CommandError if another organization is in the way, or it is being purged */
  private async isBegun(reader: SqlReader, { id: importId, organization }: ExportContent): Promise<boolean> {
    const present = await organizationInTheWay(reader, organization.id, organization);
    if (present === undefined) return false;
    const { stringId } = present;
    if (present.isBeingPurged) {
      throw new CommandError(`${stringId} is being purged. Run purge-organization ${stringId} again until it ends, and then the import.`);
    }
    if (present.importId === importId) return true;
    if (stringId !== organization.stringId) throw inUse('organization');
    const same =
      present.id === organization.id
        ? `, with the id of the export. If an import was interrupted in its last second, it is whole: run reactivate-organization ${stringId}.`
        : '.';
    throw new CommandError(`Organization '${stringId}' already exists${same}`);
  }

  /** Before anything is changed. */
  private async verify(folder: ExportFolder, { tables, files, organization: { id } }: ExportContent): Promise<void> {
    for (const table of tables) await folder.verifyTable(table);
    for (const [index, file] of files.entries()) {
      if (!file.key.startsWith(`uploads/${id}/`) && !file.key.startsWith(`user_avatars/${id}/`)) {
        throw new CommandError(`The export is damaged: ${JSON.stringify(file.key)} is not a file of this organization.`);
      }
      await folder.verifyFile(file);
      this.progress.show(() => `checking: ${shownCount(index + 1)} of ${shownCount(files.length)} files`);
    }
  }

  private async load(folder: ExportFolder, content: ExportContent, tables: readonly Imported[]): Promise<void> {
    for (const table of tables) await this.reserveIds(folder, table);
    const { id } = content.organization;
    await this.stores.database.transaction(
      async (tx) => {
        await lockImports(tx);
        // Another run of the same import may have ended this step meanwhile.
        if (await this.isBegun(tx, content)) return;
        await actAsOperator(tx);
        for (const table of tables.filter(({ isLast }) => isLast !== true)) {
          if (table.table === 'audit_log') await forgetAuditOfImport(tx, id);
          await this.loadTable(tx, id, folder, table);
          if (table.table === 'organization') await markImport(tx, id, content.id);
        }
        for (const pathId of await uploadPathsOf(tx, id)) {
          if (ownUploadKey(id, pathId) === undefined) {
            throw new CommandError('The export is damaged: attachment has the path of a file of another organization.');
          }
        }
        for (const table of UNGUARDED) if ((await sharedId(tx, id, table)) !== undefined) throw inUse(table);
        await raiseVersions(tx, id);
        const messages = await sequenceOf(tx, 'message');
        if (messages !== undefined) await advanceSequence(tx, messages, await newestMessageId(tx, id));
      },
      { timeoutMs: LONGEST_MS },
    );
  }

  /** Before the rows are inserted, so that no service is assigned an id that is about to be inserted. */
  private async reserveIds(folder: ExportFolder, { table, columns, renewed = [] }: Imported): Promise<void> {
    if (!columns.includes('id') || renewed.includes('id')) return;
    const sequence = await sequenceOf(this.stores.database.direct, table);
    if (sequence === undefined) return;
    let largest = 0;
    for await (const line of folder.lines(table)) {
      const id = Number(/^\{"id":(\d+)[,}]/.exec(line)?.[1] ?? 0);
      // Ids of other cells are assigned by sequences of other databases.
      if (id >= sequence.first && id <= sequence.last) largest = Math.max(largest, id);
    }
    if (largest > 0) await advanceSequence(this.stores.database.direct, sequence, largest);
  }

  private async loadTable(
    tx: Tx,
    organizationId: number,
    folder: ExportFolder,
    { table, columns, renewed = [], rows }: Imported,
  ): Promise<void> {
    const target = { table, columns: columns.filter((column) => !renewed.includes(column)) };
    let inserted = 0;
    let waiting: string[] = [];
    let characters = 0;
    const insert = async () => {
      inserted += await fitting(table, insertRows(tx, organizationId, target, waiting));
      [waiting, characters] = [[], 0];
      this.progress.show(() => `${table}: ${shownCount(inserted)} of ${shownCount(rows)} rows`);
    };
    for await (const line of folder.lines(table)) {
      waiting.push(line);
      characters += line.length;
      if (waiting.length >= MAX_ROWS || characters >= MAX_CHARACTERS) await insert();
    }
    if (waiting.length > 0) await insert();
    if (inserted !== rows)
      throw new CommandError(`The export is damaged: ${table} has ${inserted} rows of this organization instead of ${rows}.`);
  }

  private async storeFiles(folder: ExportFolder, { files }: ExportContent): Promise<void> {
    const { storage } = this.stores;
    for (const [index, { key, size }] of files.entries()) {
      if ((await storage.size(key)) !== size) await storage.write(key, folder.openFile(key));
      this.progress.show(() => `files: ${shownCount(index + 1)} of ${shownCount(files.length)}`);
    }
  }

  /** Accounts whose key cannot be opened here get a new one. */
  private async renewKeys(organizationId: number): Promise<number> {
    let renewed = 0;
    let after: number | null = 0;
    while (after !== null) {
      const given: number = after;
      const { unreadable, last } = await this.suite.callAsSystem(verifyKeys, { organizationId, after: given });
      for (const { userId } of unreadable) {
        await this.suite.callAsSystem(rotateApiKey, { organizationId, userId, keepsTokens: true });
        renewed += 1;
        this.progress.show(() => `new API keys: ${shownCount(renewed)}`);
      }
      after = last;
    }
    return renewed;
  }

  private async finish(
    folder: ExportFolder,
    { id: importId, organization: { id } }: ExportContent,
    tables: readonly Imported[],
  ): Promise<void> {
    await this.stores.database.transaction(
      async (tx) => {
        await actAsOperator(tx);
        // First, because it locks the organization: of two runs, one inserts the last rows.
        await finishImport(tx, id, importId);
        for (const table of tables.filter(({ isLast }) => isLast === true)) await this.loadTable(tx, id, folder, table);
      },
      { timeoutMs: LONGEST_MS },
    );
    // Gateways that refused its users look again.
    await this.suite.callAsSystem(reactivateOrganization, { organizationId: id });
  }
}

/** @throws CommandError if PostgreSQL refuses the rows */
async function fitting<T>(table: string, inserted: Promise<T>): Promise<T> {
  try {
    return await inserted;
  } catch (error) {
    const violation = dataViolation(error);
    if (violation === 'unique') throw inUse(table);
    if (violation !== undefined) throw new CommandError(`The export is damaged: rows of ${table} do not fit.`, { cause: error });
    throw error;
  }
}

function inUse(table: string): CommandError {
  return new CommandError(
    `The export cannot be imported here: ids of its rows are in use (table ${table}). An export keeps its ids, so it can be imported into the installation it came from, or into one that assigns other ids.`,
  );
}
