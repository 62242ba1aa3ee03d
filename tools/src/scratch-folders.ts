import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Temporary folders of a test file, which calls `remove` at its end. `npm test` fails if one is left. */
export class ScratchFolders {
  private readonly made: string[] = [];

  make(name: string): string {
    const folder = mkdtempSync(join(tmpdir(), `parley-${name}-`));
    this.made.push(folder);
    return folder;
  }

  remove(): void {
    for (const folder of this.made.splice(0)) rmSync(folder, { recursive: true, force: true });
  }
}
