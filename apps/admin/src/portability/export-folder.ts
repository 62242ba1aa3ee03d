import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline as joinStreams, type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type FileStorage, isStorageKey } from '@parley/storage';
import { CommandError } from '../command-error.js';
import { type Progress, shownCount } from '../output/progress.js';
import { type ExportContent, type FileEntry, MANIFEST_FILE, readManifest, type TableEntry } from './export-format.js';

/** Says of a folder without a manifest that it belongs to an export that was interrupted. */
const MARK_FILE = 'unfinished.json';
/** Fast: the text of messages compresses well with any level. */
const GZIP = { level: 3 };
const PRIVATE_FOLDER = 0o700;
const PRIVATE_FILE = 0o600;

/** The folder of an export: docs/export-format.md. Only its owner can read it. */
export class ExportFolder {
  constructor(
    readonly path: string,
    private readonly form: { readonly isCompressed: boolean } = { isCompressed: true },
  ) {}

  /**
   * Begins an export, or goes on with one of the same organization or person that was interrupted.
   * @throws CommandError if the folder holds anything else
   */
  async begin(of: string): Promise<void> {
    const mark = JSON.stringify({ of });
    const entries = (await ifThere(readdir(this.path))) ?? [];
    if (entries.includes(MANIFEST_FILE)) throw new CommandError(`There is an export in ${this.path} already. Choose another folder.`);
    if (entries.length > 0 && (await ifThere(readFile(join(this.path, MARK_FILE), 'utf8'))) !== mark) {
      throw new CommandError(`${this.path} is not empty. Choose another folder.`);
    }
    await mkdir(this.path, { recursive: true, mode: PRIVATE_FOLDER });
    await writeFile(join(this.path, MARK_FILE), mark, { mode: PRIVATE_FILE });
  }

  /** Writes the rows of a table, one line for each. */
  async writeTable(
    table: string,
    lines: AsyncIterable<readonly string[]> | Iterable<readonly string[]>,
  ): Promise<Pick<TableEntry, 'rows' | 'sha256'>> {
    let rows = 0;
    const text = async function* () {
      for await (const some of lines) {
        rows += some.length;
        if (some.length > 0) yield `${some.join('\n')}\n`;
      }
    };
    const { sha256 } = await this.write(this.tablePath(table), async (target, digest) => {
      if (this.form.isCompressed) await pipeline(text(), createGzip(GZIP), digest, target);
      else await pipeline(text(), digest, target);
    });
    return { rows, sha256 };
  }

  /** Copies files, and says which the storage does not have. */
  async copyFiles(
    keys: readonly string[],
    storage: FileStorage,
    progress: Progress,
  ): Promise<{ readonly files: FileEntry[]; readonly missingFiles: string[] }> {
    const files: FileEntry[] = [];
    const missingFiles: string[] = [];
    for (const key of keys) {
      const copied = await this.copyFile(key, await storage.size(key), () => storage.read(key));
      if (copied === undefined) missingFiles.push(key);
      else files.push(copied);
      progress.show(() => `files: ${shownCount(files.length)} of ${shownCount(keys.length)}`);
    }
    return { files, missingFiles };
  }

  /** Unless an interrupted export has copied it. Undefined if there is no such file. */
  private async copyFile(key: string, size: number | undefined, read: () => Promise<Readable | undefined>): Promise<FileEntry | undefined> {
    const path = this.filePath(key);
    const present = await ifThere(stat(path));
    if (present !== undefined && present.size === size) return { key, size, sha256: await sha256OfFile(path) };
    const content = await read();
    if (content === undefined) return undefined;
    return { key, ...(await this.write(path, (target, digest) => pipeline(content, digest, target))) };
  }

  /** The last step. Without it the folder is no export. */
  async finish(manifest: string): Promise<void> {
    const unfinished = join(this.path, `${MANIFEST_FILE}.part`);
    await writeFile(unfinished, manifest, { mode: PRIVATE_FILE, flush: true });
    await rename(unfinished, join(this.path, MANIFEST_FILE));
    await rm(join(this.path, MARK_FILE));
  }

  /** @throws CommandError if it is no export, damaged, foreign, or of a newer version */
  async manifest(): Promise<ExportContent> {
    const text = await ifThere(readFile(join(this.path, MANIFEST_FILE), 'utf8'));
    if (text === undefined) {
      throw new CommandError(
        `There is no export in ${this.path}: it has no ${MANIFEST_FILE}. An export that was interrupted has none either.`,
      );
    }
    return readManifest(text);
  }

  /** @throws CommandError if the file of a table is not the one that was exported */
  async verifyTable({ table, sha256 }: TableEntry): Promise<void> {
    await this.verify(this.tablePath(table), `tables/${table}.jsonl.gz`, sha256);
  }

  /** @throws CommandError if the file is not the one that was exported */
  async verifyFile({ key, sha256 }: FileEntry): Promise<void> {
    // A key of another form could lead out of the folder.
    if (!isStorageKey(key)) throw new CommandError(`The export is damaged: it has a file with the name ${JSON.stringify(key)}.`);
    await this.verify(this.filePath(key), `files/${key}`, sha256);
  }

  /** The rows of a table, each as the text that was exported. @throws CommandError if the file cannot be unpacked */
  async *lines(table: string): AsyncGenerator<string> {
    const name = `tables/${table}.jsonl.gz`;
    const text = createGunzip();
    text.setEncoding('utf8');
    // An error of either one ends both, and the loop throws it.
    joinStreams(createReadStream(this.tablePath(table)), text, () => undefined);
    let begun = '';
    try {
      for await (const chunk of text) {
        // Not readline: it also ends lines at U+2028 and U+2029, which JSON has as they are.
        const parts = `${begun}${chunk}`.split('\n');
        begun = parts.pop() ?? '';
        yield* parts;
      }
    } catch (cause) {
      if (isOfZlib(cause)) throw new CommandError(`The export is damaged: ${name} cannot be unpacked.`, { cause });
      throw cause;
    }
    if (begun !== '') yield begun;
  }

  openFile(key: string): Readable {
    return createReadStream(this.filePath(key));
  }

  private async verify(path: string, name: string, sha256: string): Promise<void> {
    const found = await ifThere(sha256OfFile(path));
    if (found === undefined) throw new CommandError(`The export is damaged: ${name} is missing.`);
    if (found !== sha256) throw new CommandError(`The export is damaged: the checksum of ${name} differs.`);
  }

  /** Under another name until it is complete. */
  private async write(
    path: string,
    fill: (target: ReturnType<typeof createWriteStream>, digest: Transform) => Promise<void>,
  ): Promise<{ size: number; sha256: string }> {
    await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER });
    const unfinished = `${path}.part`;
    const hash = createHash('sha256');
    let size = 0;
    const digest = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        size += chunk.length;
        done(null, chunk);
      },
    });
    await fill(createWriteStream(unfinished, { mode: PRIVATE_FILE, flush: true }), digest);
    await rename(unfinished, path);
    return { size, sha256: hash.digest('hex') };
  }

  private tablePath(table: string): string {
    return join(this.path, 'tables', `${table}.jsonl${this.form.isCompressed ? '.gz' : ''}`);
  }

  private filePath(key: string): string {
    return join(this.path, 'files', key);
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function sha256OfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return hash.digest('hex');
}

async function ifThere<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return undefined;
    throw error;
  }
}
