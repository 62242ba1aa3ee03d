import { RE2JS, RE2JSException } from 're2js';
import { parseTemplate } from 'url-template';
import { wellFormed } from './well-formed.js';

/** A linkifier as an organization sets it up: RE2 pattern with named groups, RFC 6570 template that uses them. */
export interface LinkifierDefinition {
  pattern: string;
  urlTemplate: string;
}

export interface LinkifierMatch {
  start: number;
  end: number;
  text: string;
  url: string;
}

/** The compiled linkifiers of an organization, in its order. */
export class Linkifiers {
  constructor(private readonly compiled: readonly { pattern: RE2JS; expand: (groups: Record<string, string | null>) => string }[]) {}

  /** The matches in a text from left to right, none over another: where two would overlap, the linkifier that comes first wins. */
  find(given: string): LinkifierMatch[] {
    const text = wellFormed(given);
    const found: LinkifierMatch[] = [];
    const taken = new Uint8Array(text.length);
    for (const { pattern, expand } of this.compiled) {
      const matcher = pattern.matcher(text);
      while (matcher.find()) {
        const start = matcher.start();
        const end = matcher.end();
        if (start === end || taken.subarray(start, end).includes(1) || !standsAlone(text, start, end)) continue;
        taken.fill(1, start, end);
        found.push({ start, end, text: text.slice(start, end), url: expand(matcher.getNamedGroups()) });
      }
    }
    return found.sort((one, other) => one.start - other.start);
  }
}

/**
 * Compiles linkifiers for use in many renderings. The patterns run on RE2, in time linear in the text, whatever they say.
 * A pattern that RE2 refuses is left out: it was checked when it was saved, and a message must not fail over it.
 */
export function compileLinkifiers(definitions: readonly LinkifierDefinition[]): Linkifiers {
  return new Linkifiers(
    definitions.flatMap(({ pattern, urlTemplate }) => {
      const template = parseTemplate(urlTemplate);
      const compiled = compilePattern(pattern);
      return compiled === undefined ? [] : [{ pattern: compiled, expand: (groups) => template.expand(groups) }];
    }),
  );
}

function compilePattern(pattern: string): RE2JS | undefined {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Nothing but space, quotes and brackets may stand before a match, and no letter or digit behind it. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isCutBefore = start === 0 || /[\s'"({[<]/.test(text[start - 1] ?? '');
  return isCutBefore && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}
