import { createRequire } from 'node:module';
import type katex from 'katex';
import type { KatexOptions } from 'katex';
import { limits } from './limits.js';
import { reachesOut, reachingCommand } from './tex-reach.js';

const require = createRequire(import.meta.url);

/** A macro of one's own can grow a short formula without bound, so formulas that define any are not typeset. */
const definition = /\\(?:[gex]?def|let|futurelet|global|long|(?:re)?newcommand|providecommand)(?![a-zA-Z])/;

/** Typesets TeX with KaTeX. Undefined for TeX that it cannot read, that becomes too large, or that could cover other messages. */
export function typeset(tex: string, isBlock: boolean): string | undefined {
  if (definition.test(tex)) return undefined;
  try {
    const settings = { displayMode: isBlock, strict: 'ignore', trust: false, maxExpand: 200, maxSize: 20 } as const;
    if (reachingCommand.test(tex) && reachesOut(withoutConsole(() => parsed(tex, settings)))) return undefined;
    const html = withoutConsole(() => typesetter().renderToString(tex, settings));
    return html.length <= limits.texOutput ? html : undefined;
  } catch {
    // KaTeX throws for what it cannot read. That is the author's text, not a fault of ours.
    return undefined;
  }
}

/** KaTeX's own tree of a formula, which its types do not name. */
function parsed(tex: string, settings: KatexOptions): unknown {
  const parse: unknown = Reflect.get(typesetter(), '__parse');
  if (typeof parse !== 'function') throw new Error('KaTeX has no parser to ask');
  return parse(tex, settings);
}

/** Loaded with the first formula. */
function typesetter(): typeof katex {
  return require('katex');
}

/**
 * `\message`, `\show` and letters without metrics make KaTeX write to the console, and with that the text of a message to the log.
 * The work is synchronous, so nobody else is silenced with it.
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
  // Takes the place of console methods.
}
