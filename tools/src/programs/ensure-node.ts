import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repositoryPath } from '../repository.js';
import { runProgram } from '../supervise/run-program.js';
import { ClearError } from '../terminal/clear-error.js';

const packed = z.tuple([z.object({ filename: z.string(), version: z.string() })]);
const FOLDER = repositoryPath('.parley/programs/nodes');

/**
 * The folder with the binary of another Node, from the packages of npm that have the official binaries. The newest of a line is kept under .parley.
 * @param line such as 22
 * @throws ClearError
 */
export async function ensureNode(line: string, signal: AbortSignal): Promise<{ readonly folder: string; readonly version: string }> {
  const name = `node-${process.platform}-${process.arch}`;
  mkdirSync(FOLDER, { recursive: true });
  const pack = await runProgram('npm', ['pack', '--json', '--loglevel=error', `${name}@${line}`], { cwd: FOLDER, signal });
  const start = pack.output.indexOf('[');
  if (pack.exitCode !== 0 || start === -1) throw new ClearError(`There is no Node ${line} for this machine: ${pack.output.trim()}`);
  const [{ filename, version }] = packed.parse(JSON.parse(pack.output.slice(start)));
  const folder = join(FOLDER, version);
  if (!existsSync(join(folder, 'node'))) {
    // Unpacked beside it and renamed, so that an interrupted run leaves no half of it.
    const half = `${folder}.half`;
    rmSync(half, { recursive: true, force: true });
    mkdirSync(half, { recursive: true });
    const unpack = ['xzf', filename, '-C', half, '--strip-components=2', 'package/bin/node'];
    const { exitCode, output } = await runProgram('tar', unpack, { cwd: FOLDER, signal });
    if (exitCode !== 0) throw new ClearError(`Node ${version} could not be unpacked: ${output.trim()}`);
    renameSync(half, folder);
  }
  rmSync(join(FOLDER, filename), { force: true });
  return { folder, version };
}
