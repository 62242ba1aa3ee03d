import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { buildSync } from 'esbuild';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';
import { answerOfBot } from './answer-of-bot.js';
import { PackedClient } from './packed-client.js';
import { fileAt, runScript } from './run-script.js';

const INSTALL_MS = 400_000;
const MOST_BYTES = 25_000;

const world = new World();
let packed: PackedClient;
beforeAll(async () => {
  packed = await PackedClient.install();
}, INSTALL_MS);
afterAll(() => {
  packed?.remove();
  closeConnections();
});

const TYPED = `
import { basicCredential, Client, Organization, type ServerEvent, unreadCounts } from '@parley/client';
import { getUser, sendMessage, uploadFile } from '@parley/client/endpoints';

const client = new Client({ baseUrl: '', credential: basicCredential('a@example.com', 'key') });
const { id } = await client.call(sendMessage, { type: 'direct', to: [5], content: 'Hello' });
export const number: number = id;
// @ts-expect-error the content is missing
await client.call(sendMessage, { type: 'direct', to: [5] });
// @ts-expect-error not a type of message
await client.call(sendMessage, { type: 'letter', to: [5], content: 'Hello' });
// A parameter with a default may be absent.
const { user } = await client.call(getUser, { user_id: '5' });
export const text: string = user.full_name;
const { url } = await client.upload(uploadFile, new Blob(['text']), {}, { onProgress: ({ loaded, total }) => loaded / total });
export const link: string = url;
export function wordsOf(event: ServerEvent): readonly string[] {
  return event.type === 'alert_words' ? event.alert_words : [];
}
export const unread: number = unreadCounts(new Organization(client).store.get().state).total;
`;

describe('the package of libs/client', () => {
  it('runs the bot of its README', async () => {
    const answer = await answerOfBot(world, 'parley', [process.execPath, packed.bot()], packed.directory);
    expect(answer).toBe(`${world.colleague.full_name}, this is Parley.`);
  });

  it('has types, without those of Node', async () => {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      exactOptionalPropertyTypes: true,
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: [],
      skipLibCheck: false,
    };
    packed.file('package.json', '{ "type": "module" }');
    packed.file('typed.ts', TYPED);
    const config = packed.file('tsconfig.json', JSON.stringify({ compilerOptions, files: ['typed.ts'] }));
    const checked = await runScript(process.execPath, [fileAt('node_modules/typescript/bin/tsc'), '-p', config], { deadlineMs: 300_000 });
    expect(checked.output).toBe('');
    expect(checked.exitCode).toBe(0);
  }, 310_000);

  it('is small in a page, and needs nothing of Node', () => {
    const everything = "export * from '@parley/client'; export * from '@parley/client/endpoints';";
    const { outputFiles } = buildSync({
      stdin: { contents: everything, resolveDir: packed.directory },
      bundle: true,
      minify: true,
      format: 'esm',
      platform: 'browser',
      write: false,
      logLevel: 'error',
    });
    const [bundle] = outputFiles;
    const bytes = gzipSync(bundle?.contents ?? '', { level: 9 }).length;
    process.stdout.write(`libs/client with all endpoints: ${bytes} bytes compressed\n`);
    expect(bytes).toBeGreaterThan(1_000);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(bundle?.text).not.toMatch(/\bprocess\b|\bBuffer\b|\brequire\b/);
  });
});
