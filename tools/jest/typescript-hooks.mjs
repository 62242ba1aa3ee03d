// Lets Node resolve and load TypeScript where shared-modules-runtime.mjs runs tests: sources of workspace libraries, compiled by SWC.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compiled } from '../typescript/compile.mjs';

const root = new URL('../../', import.meta.url);

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: new URL('./globals.mjs', import.meta.url).href, shortCircuit: true };
  const [, library, part = ''] = /^@parley\/([a-z-]+)(\/[a-z-]+)?$/.exec(specifier) ?? [];
  if (library !== undefined)
    return { url: new URL(`libs/${library}/src${part}/index.ts`, root).href, format: 'module', shortCircuit: true };
  if (/^\.{1,2}\/.*\.js$/.test(specifier) && isTypeScript(context.parentURL ?? '')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return { url: source.href + ofTestFile(source, context.parentURL), format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

/** Modules in a `test` folder belong to one test file: stubs with recorded calls start empty for each file. */
function ofTestFile(source, parentUrl) {
  return source.pathname.includes('/test/') ? new URL(parentUrl).search : '';
}

export async function load(url, context, next) {
  if (!isTypeScript(url)) return next(url, context);
  return { format: 'module', source: await compiled(fileURLToPath(url)), shortCircuit: true };
}

function isTypeScript(url) {
  return /^file:[^?]*\.ts(\?|$)/.test(url);
}
