import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { openApiDocument } from '@parley/api-docs';
import { CLIENT_EVENTS } from '@parley/client-events';
import { ENDPOINTS } from '@parley/contracts/registry';
import { z } from 'zod';
import { ScratchFolders } from '../../tools/src/scratch-folders.js';
import type { World } from '../client/world.js';
import { runScript } from './run-script.js';

const documentSchema = z.object({
  info: z.object({ description: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), description: z.string() }))),
});

/** Runs the examples of /api/docs in a shell, as a reader does. */
export class ExampleShell {
  /** Name and text of each endpoint. */
  readonly operations: readonly { readonly operationId: string; readonly description: string }[];
  private readonly description: string;
  private readonly folders = new ScratchFolders();
  private directory = '';
  /** What the setup lines of the page define in a shell. */
  private definitions = '';

  constructor(private readonly world: World) {
    const { info, paths } = documentSchema.parse(
      openApiDocument({ endpoints: ENDPOINTS, clientEvents: CLIENT_EVENTS, baseUrl: world.baseUrl }),
    );
    this.description = info.description;
    this.operations = Object.values(paths).flatMap((path) => Object.values(path));
  }

  /** To be called before the first run. */
  async open(): Promise<void> {
    this.directory = this.folders.make('examples');
    mkdirSync(join(this.directory, '.parley'));
    copyFileSync(process.env.PARLEY_DEMO_JSON ?? '', join(this.directory, '.parley/demo.json'));
    const { email, api_key } = this.world.owner;
    // The reader replaces the address and the key.
    const setup = shellIn(this.description).replace(/^me=.*$/m, `me='${email}:${api_key}'`);
    this.definitions = await this.shell(`${setup}declare -p api me\ndeclare -f field\n`);
  }

  close(): void {
    this.folders.remove();
  }

  /** The output of the example. `before`: more lines of shell. */
  run(operationId: string, before = ''): Promise<string> {
    const text = this.operations.find((operation) => operation.operationId === operationId)?.description ?? '';
    return this.shell(`${this.definitions}${before}\n${shellIn(text)}`);
  }

  /** The output of a script that must succeed. */
  private async shell(script: string): Promise<string> {
    const { exitCode, output, errors } = await runScript('bash', ['-c', `set -e\n${script}`], { directory: this.directory });
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: '' });
    return output;
  }
}

/** The first shell block of a description. */
function shellIn(description: string): string {
  return /^```sh\n(.*?)^```$/ms.exec(description)?.[1] ?? '';
}
