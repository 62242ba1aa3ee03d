// TypeScript to JavaScript, for tests (tools/jest) and for bundles (tools/bundle). The output is kept under .parley until the source changes,
// so each file is compiled once for all of them.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transform, version } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

const cache = fileURLToPath(new URL('../../.parley/compiled/', import.meta.url));
const settings = JSON.stringify([version, swcOptions]);
mkdirSync(cache, { recursive: true });

/** The JavaScript of a TypeScript file, with an inline source map. Types are not checked: `npm run check` does that. */
export async function compiled(path) {
  const source = readFileSync(path, 'utf8');
  const kept = `${cache}${createHash('sha256').update(`${settings}\n${path}\n${source}`).digest('hex')}.js`;
  if (existsSync(kept)) return readFileSync(kept, 'utf8');
  const { code } = await transform(source, { ...swcOptions, filename: path, sourceMaps: 'inline' });
  // Another process may do the same at this moment: each file is whole or not there.
  const unfinished = `${kept}.${process.pid}`;
  writeFileSync(unfinished, code);
  renameSync(unfinished, kept);
  return code;
}
