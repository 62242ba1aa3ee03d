import { createHash } from 'node:crypto';
import { z } from 'zod';
import { CommandError } from '../command-error.js';

/** Described in docs/export-format.md. */
export const EXPORT_KIND = 'parley-organization';
/** The kind of an export of one person. It cannot be imported. */
export const PERSON_KIND = 'parley-person';
/** Raised if an older version could not import the export, or would import it wrong. */
export const FORMAT_VERSION = 1;
export const MANIFEST_FILE = 'manifest.json';

const sum = z.string().regex(/^[0-9a-f]{64}$/);
const tableEntry = z.object({
  table: z.string(),
  /** The file has a JSON object for each row, with these columns. */
  columns: z.array(z.string().regex(/^[a-z_][a-z0-9_]*$/)).min(1),
  rows: z.int().nonnegative(),
  /** Of the file, as it is stored. */
  sha256: sum,
});
const fileEntry = z.object({
  /** Its storage key, and its path below `files/`. */
  key: z.string(),
  size: z.int().nonnegative(),
  sha256: sum,
});

const content = z.object({
  kind: z.literal(EXPORT_KIND),
  format: z.int(),
  /** Identifies this export. */
  id: z.uuid(),
  exportedAt: z.iso.datetime(),
  /** The newest migration of the database. */
  schema: z.string(),
  organization: z.object({ id: z.int(), stringId: z.string(), uuid: z.uuid(), name: z.string() }),
  tables: z.array(tableEntry),
  files: z.array(fileEntry),
  /** Storage keys of files that a row names and that the storage did not have. */
  missingFiles: z.array(z.string()),
});
const manifest = content.extend({ sha256: sum });
const heading = content.pick({ kind: true, format: true });

export type ExportContent = z.infer<typeof content>;
export type TableEntry = z.infer<typeof tableEntry>;
export type FileEntry = z.infer<typeof fileEntry>;

export function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The manifest as a text, with a checksum of its own. */
export function writtenManifest(given: object): string {
  return `${JSON.stringify({ ...given, sha256: sha256Of(JSON.stringify(given)) }, null, 2)}\n`;
}

/** @throws CommandError if it is damaged, foreign, or of a newer version */
export function readManifest(text: string): ExportContent {
  const read = parsedJson(text);
  const head = heading.safeParse(read);
  if (!head.success) throw new CommandError(`This is not the export of an organization: ${MANIFEST_FILE} is of another kind.`);
  if (head.data.format > FORMAT_VERSION) {
    throw new CommandError(
      `The export has format ${head.data.format}, and this version of Parley knows formats up to ${FORMAT_VERSION}. Import it with a newer version.`,
    );
  }
  const whole = manifest.safeParse(read);
  if (!whole.success) throw new CommandError(`The export is damaged: ${MANIFEST_FILE} is not complete.`);
  const { sha256, ...rest } = whole.data;
  if (sha256Of(JSON.stringify(rest)) !== sha256) throw new CommandError(`The export is damaged: the checksum of ${MANIFEST_FILE} differs.`);
  return rest;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new CommandError(`The export is damaged: ${MANIFEST_FILE} is no JSON.`, { cause });
  }
}
