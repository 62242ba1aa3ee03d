import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** Finds the source of a position. Both count from zero. */
export type Locate = (url: string, line: number, column: number) => { readonly source: string; readonly line: number };

const payload = z.object({
  version: z.number(),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
});

/** Through the maps beside the bundles. */
export function bundledSources(): Locate {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (path: string) => {
    if (!maps.has(path)) maps.set(path, existsSync(`${path}.map`) ? readMap(`${path}.map`) : undefined);
    return maps.get(path);
  };
  return (url, line, column) => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : url;
    const entry = mapOf(path)?.findEntry(line, column);
    return entry !== undefined && 'originalSource' in entry && entry.originalSource !== undefined
      ? { source: entry.originalSource, line: entry.originalLine }
      : { source: path, line };
  };
}

function readMap(path: string): SourceMap {
  const map: SourceMapPayload = { ...payload.parse(JSON.parse(readFileSync(path, 'utf8'))), file: '', sourcesContent: [], sourceRoot: '' };
  return new SourceMap(map);
}
