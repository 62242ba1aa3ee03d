import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, fileAt, runScript } from './run-script.js';

const BUILD_DEADLINE_MS = 300_000;

/** A folder below the repository in which the package of libs/client is installed, as npm packs it. */
export class PackedClient {
  private constructor(readonly directory: string) {}

  static async install(): Promise<PackedClient> {
    mkdirSync(fileAt('.parley/packed-client'), { recursive: true });
    const directory = mkdtempSync(fileAt('.parley/packed-client/run-'));
    const deadlineMs = BUILD_DEADLINE_MS;
    const built = await runScript(process.execPath, [fileAt('tools/package-client.mjs'), directory], { deadlineMs });
    if (built.exitCode !== 0) throw new Error(built.errors);
    const target = join(directory, 'node_modules/@parley/client');
    mkdirSync(target, { recursive: true });
    const unpacked = await runScript('tar', ['-xzf', built.output.trim(), '-C', target, '--strip-components=1']);
    if (unpacked.exitCode !== 0) throw new Error(unpacked.errors);
    return new PackedClient(directory);
  }

  /** The program that the page of the package prints, in a file. */
  bot(): string {
    const [program = ''] = blocksOf('libs/client/README.md', 'js');
    return this.file('bot.mjs', program);
  }

  file(name: string, content: string): string {
    const path = join(this.directory, name);
    writeFileSync(path, content);
    return path;
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }
}
