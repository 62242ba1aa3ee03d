import { createRequire } from 'node:module';
import type katex from 'katex';
import type { KatexOptions } from 'katex';
import { limits } from './limits.js';
import { reachesOut, reachingCommand } from './tex-reach.js';

const require = createRequire(import.meta.url);

/** Custom macros can expand a short formula without bound, so formulas with definitions are not typeset. */
const definition = /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** Typesets TeX with KaTeX. Undefined if it is invalid, becomes too large, or could cover other messages. */
export function typeset(tex: string, isBlock: boolean): string | undefined {
  if (definition.test(tex)) return undefined;
  try {
    const settings = { displayMode: isBlock, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 20 } as const;
    if (reachingCommand.test(tex) && reachesOut(withoutConsole(() => parsed(tex, settings)))) return undefined;
    const html = withoutConsole(() => typesetter().renderToString(tex, settings));
    return html.length <= limits.texOutput ? html : undefined;
  } catch {
    // KaTeX throws for invalid input, which is not an internal error.
    return undefined;
  }
}

/** KaTeX's parse tree of a formula, which its types do not declare. */
function parsed(tex: string, settings: KatexOptions): unknown {
  const parse: unknown = Reflect.get(typesetter(), '__parse');
  if (typeof parse !== 'function') throw new Error('KaTeX has no parser');
  return parse(tex, settings);
}

/** Loaded on first use. */
function typesetter(): typeof katex {
  return require('katex');
}

/**
 * `\message`, `\show` and letters without metrics make KaTeX write to the console, which would put the text of a message into the log.
 * The work is synchronous, so no other output is suppressed.
 */
function withoutConsole<T>(work: () => T): T {
  const { log, warn, error } = console;
  Object.assign(console, { log: nothing, warn: nothing, error: nothing });
  try {
    return work();
  } finally {
    Object.assign(console, { log, warn, error });
  }
}

function nothing(): void {
  // Replaces console methods.
}
