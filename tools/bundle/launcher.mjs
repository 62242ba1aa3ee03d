// Runs the bundle beside it: copied to dist/<program>.js for each <program>.cjs, because Node 20 keeps no compiled code by itself
// (docs/adr/0029-bundled-processes.md).
import { readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire, SourceMap } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';

const filename = fileURLToPath(import.meta.url).replace(/\.js$/, '.cjs');
const codeFile = `${filename}.code`;

const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), {
  filename,
  // V8 refuses code of another version or source, and compiles the source.
  cachedData: readIfPresent(codeFile),
});
if (process.env.PARLEY_KEEP_CODE === '1') process.once('exit', () => writeFileSync(codeFile, script.createCachedData()));
mapStackTraces();
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(filename), module, filename, dirname(filename));

function readIfPresent(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** As --enable-source-maps does, but the map is read with the first stack trace: most processes never need it. */
function mapStackTraces() {
  let map;
  Error.prepareStackTrace = (error, frames) => {
    map ??= mapIfPresent();
    return [errorLine(error), ...frames.map((frame) => `    at ${inSource(frame, map)}`)].join('\n');
  };
}

/** A trace without lines of the sources is better than none: a process may have no file descriptor left. */
function mapIfPresent() {
  const text = readIfPresent(`${filename}.map`);
  return text && new SourceMap(JSON.parse(text));
}

function inSource(frame, map) {
  if (map === undefined || frame.getFileName() !== filename) return frame;
  const { originalSource, originalLine, originalColumn } = map.findEntry(frame.getLineNumber() - 1, frame.getColumnNumber() - 1);
  if (originalSource === undefined) return frame;
  const place = `${fileURLToPath(new URL(originalSource, import.meta.url))}:${originalLine + 1}:${originalColumn + 1}`;
  // A frame shows its place last, in brackets where it has a name.
  return String(frame).replace(/[^( ]*:\d+:\d+(?=\)?$)/, () => place);
}

function errorLine(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return '<error>';
  }
}
