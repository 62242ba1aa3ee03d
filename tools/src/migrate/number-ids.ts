import pg from 'pg';
import { ClearError } from '../terminal/clear-error.js';
import { type LockWaits, type MigrationRun, retryForLocks } from './lock-waits.js';

/** Cells are numbered from 1. The number of a cell decides which ids it assigns: docs/adr/0045-cells.md. */
export const MOST_CELLS = 64;
/** Ids of 32 bits that one cell may assign for each table: cell 1 from 1, cell 2 from 33,554,433, and so on. 64 cells share 2^31 ids. */
const SHORT_IDS = 2 ** 25;
const MAX_SHORT_ID = 2 ** 31 - 1;

/** Which ids a database assigns. */
export interface IdNumbering {
  /** Default: that of the database, if it has one. */
  readonly cell: number | undefined;
  /** The first 64-bit id that may be assigned. Those before it belong to a cell that assigned ids before it had a number. */
  readonly idsFrom: number | undefined;
}

interface Sequence {
  readonly name: string;
  readonly isShort: boolean;
  readonly start: number;
  readonly step: number;
  readonly max: number;
}

/** @throws ClearError if CELL_NUMBER or CELL_IDS_FROM is no such number */
export function numberingIn(environment: NodeJS.ProcessEnv): IdNumbering {
  const read = (name: string, max: number) => {
    const text = environment[name] ?? '';
    if (text === '') return undefined;
    const number = /^\d{1,16}$/.test(text) ? Number(text) : 0;
    if (!(number >= 1 && number <= max)) throw new ClearError(`${name} must be a number from 1 to ${max}, and it is "${text}".`);
    return number;
  };
  const numbering = { cell: read('CELL_NUMBER', MOST_CELLS), idsFrom: read('CELL_IDS_FROM', 2 ** 50) };
  if (numbering.cell === undefined && numbering.idsFrom !== undefined)
    throw new ClearError('CELL_IDS_FROM is set, and CELL_NUMBER is not. Set both, or none.');
  return numbering;
}

/**
 * Runs before the migrations, so that nothing is changed if it refuses.
 * @throws ClearError if the database belongs to another cell
 */
export async function checkNumbering(client: pg.Client, { cell }: IdNumbering): Promise<void> {
  if (cell === undefined) return;
  const sequences = await sequencesOf(client);
  const present = cellOf(sequences);
  if (present !== undefined && present !== cell)
    throw new ClearError(`The database is that of cell ${present}, and CELL_NUMBER is ${cell}. Nothing was changed.`);
  if (present !== undefined || cell === 1) return;
  const used = await usedSequence(client, sequences);
  if (used !== undefined)
    throw new ClearError(
      `The database has ids that belong to cell 1 (${used}), and CELL_NUMBER is ${cell}. Only a new database can become cell ${cell}. Nothing was changed.`,
    );
}

/** What `numberIds` did, in lines for an operator. */
export interface NumberingOutcome {
  readonly changes: readonly string[];
  /** Ids that another cell may have assigned too. */
  readonly warnings: readonly string[];
}

/**
 * Makes the sequences assign ids that no other cell assigns: those of 32 bits in the range of the cell, those of 64 bits in steps of `MOST_CELLS`,
 * from `idsFrom` on. Sequences that do so already do not change, so it runs with each deployment, and includes new tables. A database without a
 * number does not change. The caller has called `checkNumbering`, and holds the lock of migrations.
 */
export async function numberIds(client: pg.Client, given: IdNumbering, { waits, report }: MigrationRun): Promise<NumberingOutcome> {
  const before = await sequencesOf(client);
  const cell = given.cell ?? cellOf(before);
  if (cell === undefined) return { changes: [], warnings: [] };
  const idsFrom = given.idsFrom ?? 1;
  const changed = before.filter((sequence) => !isNumbered(sequence, cell));
  // They had a number before they had this CELL_IDS_FROM.
  const low = before.filter((sequence) => isNumbered(sequence, cell) && !sequence.isShort && sequence.start < idsFrom);
  const raised = await nextBelow(client, low, idsFrom);
  if (changed.length + raised.length > 0) {
    const attempt = () => renumber(client, { changed, raised }, { cell, idsFrom }, waits);
    await retryForLocks(client, 'The numbering of ids', { waits, report, attempt });
  }
  const after = await sequencesOf(client);
  return {
    changes: [
      ...(changed.length > 0 ? [`${changed.length} sequences assign ids of cell ${cell}`] : []),
      ...(raised.length > 0 ? [`${raised.length} sequences were raised to CELL_IDS_FROM=${idsFrom}`] : []),
      ...(changed.length > 0 && given.idsFrom === undefined ? adviceOf(after) : []),
    ],
    // The ids that cell 1 assigned before it had a number are its own.
    warnings:
      cell === 1 ? [] : low.filter(({ name }) => after.some((now) => now.name === name && now.start < idsFrom)).map(tooLow(idsFrom)),
  };
}

function adviceOf(sequences: readonly Sequence[]): string[] {
  // The first 64-bit id with the number of the cell. Smaller ids were assigned before the cell had a number.
  const first = firstIdOf(sequences);
  return first > MOST_CELLS ? [`other cells need CELL_IDS_FROM=${first}`] : [];
}

function tooLow(idsFrom: number): (sequence: Sequence) => string {
  return ({ name, start }) =>
    `${name} assigned ids from ${start} on before CELL_IDS_FROM was ${idsFrom}: cell 1 may have the same ids below ${idsFrom}. ` +
    'Move no organization between this cell and cell 1 until you have compared them.';
}

/** The first 64-bit id that all sequences of a database take in steps: CELL_IDS_FROM of the other cells. */
export async function firstNumberedId(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return firstIdOf(await sequencesOf(client));
  } finally {
    await client.end();
  }
}

function firstIdOf(sequences: readonly Sequence[]): number {
  return Math.max(...sequences.filter(({ isShort }) => !isShort).map(({ start }) => start));
}

/** The cell whose ids a database assigns. Undefined if it assigns all. */
function cellOf(sequences: readonly Sequence[]): number | undefined {
  const messages = sequences.find(({ name }) => name === 'message_id_seq');
  return messages?.step === MOST_CELLS ? ((messages.start - 1) % MOST_CELLS) + 1 : undefined;
}

function rangeOf(cell: number): { readonly first: number; readonly last: number } {
  return { first: (cell - 1) * SHORT_IDS + 1, last: Math.min(cell * SHORT_IDS, MAX_SHORT_ID) };
}

function isNumbered({ isShort, start, step, max }: Sequence, cell: number): boolean {
  const { first, last } = rangeOf(cell);
  return isShort ? start === first && max === last : step === MOST_CELLS;
}

async function sequencesOf(client: pg.Client): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string; is_short: boolean; start: string; step: string; max: string }>(
    `SELECT c.relname AS name, s.seqtypid <> 'bigint'::regtype AS is_short, s.seqstart AS start, s.seqincrement AS step, s.seqmax AS max
     FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid
     WHERE c.relnamespace = 'public'::regnamespace ORDER BY c.relname`,
  );
  return rows.map(({ name, is_short: isShort, start, step, max }) => ({
    name,
    isShort,
    start: Number(start),
    step: Number(step),
    max: Number(max),
  }));
}

/** The name of one that has assigned an id. */
async function usedSequence(client: pg.Client, sequences: readonly Sequence[]): Promise<string | undefined> {
  for (const { name } of sequences) if ((await nextOf(client, name)) > 1) return name;
  return undefined;
}

/** Those that would assign an id below this one next. */
async function nextBelow(client: pg.Client, sequences: readonly Sequence[], idsFrom: number): Promise<Sequence[]> {
  const found: Sequence[] = [];
  for (const sequence of sequences) if ((await nextOf(client, sequence.name)) < idsFrom) found.push(sequence);
  return found;
}

/** The next id that a sequence would assign in steps of 1. */
async function nextOf(client: pg.Client, name: string): Promise<number> {
  const { rows } = await client.query<{ next: string }>(
    `SELECT last_value + is_called::integer AS next FROM ${client.escapeIdentifier(name)}`,
  );
  return Number(rows[0]?.next);
}

async function renumber(
  client: pg.Client,
  { changed, raised }: { readonly changed: readonly Sequence[]; readonly raised: readonly Sequence[] },
  ids: { readonly cell: number; readonly idsFrom: number },
  waits: LockWaits,
): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${waits.tryMs}`);
    for (const sequence of changed) {
      if (sequence.isShort) await moveToRange(client, sequence.name, ids.cell);
      else await takeSteps(client, sequence.name, ids);
    }
    for (const { name, start } of raised) await takeSteps(client, name, { ...ids, startIfUsed: start });
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** @throws ClearError if its ids have left the range */
async function moveToRange(client: pg.Client, name: string, cell: number): Promise<void> {
  const { first, last } = rangeOf(cell);
  const sequence = client.escapeIdentifier(name);
  // Takes the lock, so that no id is assigned before the end of this transaction.
  await client.query(`ALTER SEQUENCE ${sequence} START WITH ${first}`);
  const next = Math.max(first, await nextOf(client, name));
  if (next > last) throw new ClearError(`The ids of ${name} go beyond ${last}, the last one of cell ${cell}. Nothing was changed.`);
  await client.query(`ALTER SEQUENCE ${sequence} MAXVALUE ${last} RESTART WITH ${next}`);
}

/** `startIfUsed`: the first id of a sequence that has steps already. It stays if ids were assigned, so that later runs still see it. */
async function takeSteps(
  client: pg.Client,
  name: string,
  { cell, idsFrom, startIfUsed }: { readonly cell: number; readonly idsFrom: number; readonly startIfUsed?: number },
): Promise<void> {
  const sequence = client.escapeIdentifier(name);
  // Takes the lock, as above.
  await client.query(`ALTER SEQUENCE ${sequence} INCREMENT BY ${MOST_CELLS}`);
  const next = await nextOf(client, name);
  const least = Math.max(idsFrom, next);
  const first = least + ((((cell - least) % MOST_CELLS) + MOST_CELLS) % MOST_CELLS);
  const start = startIfUsed !== undefined && next > startIfUsed ? startIfUsed : first;
  await client.query(`ALTER SEQUENCE ${sequence} START WITH ${start} RESTART WITH ${first}`);
}
