// A plugin of esbuild for programs that only call the API, such as pages. They need of an endpoint how to encode its parameters, and no schema: with
// zod, the declarations of libs/contracts are 150 KB compressed, and without it a few. So each of its modules that uses schemas is evaluated at
// build time, and replaced by what is plain data in it. Other exports of such a module do not exist for these programs.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));
const contracts = join(root, 'libs/contracts/src');

/** By path: the exports of each module of libs/contracts. */
export async function evaluatedContracts() {
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts'))
    .map((file) => join(contracts, file));
  const imports = files.map((file, number) => `import * as m${number} from ${JSON.stringify(file)};`);
  const entries = files.map((file, number) => `[${JSON.stringify(file)}, m${number}]`);
  const folder = mkdtempSync(join(root, '.parley/contracts-'));
  try {
    const outfile = join(folder, 'contracts.mjs');
    const entry = join(folder, 'entry.mjs');
    writeFileSync(entry, `${imports.join('\n')}\nexport const modules = new Map([${entries}]);\n`);
    await build({ absWorkingDir: root, entryPoints: [entry], outfile, bundle: true, format: 'esm', platform: 'node', logLevel: 'error' });
    const { modules } = await import(pathToFileURL(outfile).href);
    return modules;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The source of a module with the plain data among these exports. */
export function lightSource(exports) {
  const lines = Object.entries(exports).flatMap(([name, value]) => {
    const data = isEndpoint(value) ? lightEndpoint(value) : value;
    return isData(data) ? [`export const ${name} = ${JSON.stringify(data)};`] : [];
  });
  return lines.join('\n');
}

export function isEndpoint(value) {
  return typeof value === 'object' && value !== null && value.kind === 'endpoint';
}

/** What a call uses. */
export function lightEndpoint({ name, method, path, params }) {
  const encodings = Object.entries(params).map(([param, { encoding }]) => [param, { encoding }]);
  return { name, method, path, params: Object.fromEntries(encodings) };
}

function isData(value) {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return true;
  if (Array.isArray(value)) return value.every(isData);
  return typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isData);
}

const RESOLVING = 'resolving';

export function lightContracts(modules) {
  return {
    name: 'light-contracts',
    setup({ onLoad, onResolve, resolve }) {
      // None of them does anything when it is loaded, so what is not used is left out.
      onResolve({ filter: /^(@parley\/|\.\.?\/)/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
        if (pluginData === RESOLVING) return undefined;
        const found = await resolve(path, { kind, resolveDir, importer, pluginData: RESOLVING });
        return { ...found, sideEffects: /libs[/\\](client|client-events|contracts)[/\\]/.test(found.path) ? false : found.sideEffects };
      });
      onLoad({ filter: /libs[/\\]contracts[/\\]src[/\\].*\.ts$/ }, ({ path }) => {
        const usesSchemas = /(?<!^export \* )from '(zod|(\.\.?\/)+(contract|wire\/param)\.js)'/m.test(readFileSync(path, 'utf8'));
        return usesSchemas ? { contents: lightSource(modules.get(path) ?? {}), loader: 'js' } : undefined;
      });
    },
  };
}
