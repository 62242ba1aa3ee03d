import { RE2JS, RE2JSException } from 're2js';
import { parseTemplate } from 'url-template';
import { Budget } from './budget.js';
import { limits } from './limits.js';
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

/** Takes the amount of work if there is that much left. */
export type Spend = (amount: number) => boolean;

interface CompiledLinkifier {
  readonly pattern: RE2JS;
  readonly expand: (groups: Record<string, string | null>) => string;
}

/** The compiled linkifiers of an organization, in its order. */
export class Linkifiers {
  constructor(private readonly compiled: readonly CompiledLinkifier[]) {}

  /**
   * The matches in a text from left to right, none over another: where two would overlap, the linkifier that comes first wins.
   *
   * One search is linear in the text, but a pattern that matches often and looks far ahead each time makes them quadratic. So each search is
   * paid for with what it may cost at most, each link with the length of its address; when nothing is left, the rest stays plain.
   */
  find(given: string, spend: Spend = budget(limits.linkifying)): LinkifierMatch[] {
    const text = wellFormed(given);
    const found: LinkifierMatch[] = [];
    const taken = new Uint8Array(text.length);
    for (const linkifier of this.compiled) for (const match of matches(linkifier, text, taken, spend)) found.push(match);
    return found.sort((one, other) => one.start - other.start);
  }
}

function* matches({ pattern, expand }: CompiledLinkifier, text: string, taken: Uint8Array, spend: Spend): Iterable<LinkifierMatch> {
  const matcher = pattern.matcher(text);
  let searched = 0;
  while (spend((text.length - searched) * pattern.programSize()) && matcher.find()) {
    const start = matcher.start();
    const end = matcher.end();
    searched = end;
    const isTooLong = end - start > limits.linkifierMatch;
    if (start === end || isTooLong || taken.subarray(start, end).includes(1) || !standsAlone(text, start, end)) continue;
    taken.fill(1, start, end);
    const url = expand(matcher.getNamedGroups());
    if (!spend(url.length * WORK_PER_CHARACTER_OF_ADDRESS)) return;
    yield { start, end, text: text.slice(start, end), url };
  }
}

const WORK_PER_CHARACTER_OF_ADDRESS = 20;

function budget(amount: number): Spend {
  const whole = new Budget(amount);
  return (spent) => whole.spend(spent);
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
      return typeof compiled === 'string' ? [] : [{ pattern: compiled, expand: (groups) => template.expand(groups) }];
    }),
  );
}

/** What a pattern is good for: its groups, and what they hold where it first matches. Or why RE2 refuses it. */
export type LinkifierPattern =
  | { readonly fault: string }
  | { readonly groups: readonly string[]; readonly read: (text: string) => Readonly<Record<string, string | null>> | undefined };

/** Looks at a pattern before it is saved. Its syntax is Python's as far as RE2 has it: no look-around, no back references. */
export function linkifierPattern(pattern: string): LinkifierPattern {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'string') return { fault: compiled };
  if (compiled.programSize() > limits.linkifierProgram) return { fault: 'too complicated' };
  const read = (text: string) => {
    const matcher = compiled.matcher(wellFormed(text));
    return matcher.find() ? matcher.getNamedGroups() : undefined;
  };
  return { groups: Object.keys(compiled.namedGroups()), read };
}

/** The pattern, or why RE2 refuses it. */
function compilePattern(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message.replace('error parsing regexp: ', '');
    throw error;
  }
}

/** Nothing but space, quotes and brackets may stand before a match, and no letter or digit behind it. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isCutBefore = start === 0 || /[\s'"({[<]/.test(text[start - 1] ?? '');
  return isCutBefore && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}
