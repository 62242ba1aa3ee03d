// Lets Node resolve and load TypeScript where shared-modules-runtime.mjs runs tests: sources of workspace libraries, compiled by SWC with the options
// of jest.preset.mjs, and cached under .parley until they change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

const root = new URL('../../', import.meta.url);
const cache = fileURLToPath(new URL('.parley/jest/swc/', root));
const settings = JSON.stringify([version, swcOptions]);
mkdirSync(cache, { recursive: true });

export function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') return { url: new URL('./globals.mjs', import.meta.url).href, shortCircuit: true };
  const library = /^@parley\/([a-z-]+)$/.exec(specifier)?.[1];
  if (library !== undefined) return { url: new URL(`libs/${library}/src/index.ts`, root).href, format: 'module', shortCircuit: true };
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

async function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const kept = `${cache}${createHash('sha256').update(`${settings}\n${path}\n${source}`).digest('hex')}.js`;
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code } = await transform(source, { ...swcOptions, filename: path, sourceMaps: 'inline' });
  // Another worker may do the same at this moment. With the rename, each file is complete or absent.
  const unfinished = `${kept}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, kept);
  return code;
}

function isTypeScript(url) {
  return /^file:[^?]*\.ts(\?|$)/.test(url);
}
