import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ScratchFolders } from '../scratch-folders.js';
import type { Rule } from './rule.js';
import { Workspace } from './workspace/workspace.js';

/** Small temporary workspaces for the tests of the rules, with file contents by path. */
export class ScratchWorkspaces {
  private readonly folders = new ScratchFolders();

  write(files: Readonly<Record<string, string>>): Workspace {
    const root = this.folders.make('check');
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return new Workspace(root);
  }

  /** The violations of a rule, as `path:line message`. */
  async findings(rule: Rule, files: Readonly<Record<string, string>>): Promise<string[]> {
    const violations = await rule.check(this.write(files));
    return violations.map(({ file, line, message }) => `${file}:${line} ${message}`);
  }

  remove(): void {
    this.folders.remove();
  }
}
