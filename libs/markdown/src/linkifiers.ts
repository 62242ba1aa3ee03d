import { RE2JS, RE2JSException } from 're2js';
import { parseTemplate } from 'url-template';
import { Budget } from './budget.js';
import { limits } from './limits.js';
import { wellFormed } from './well-formed.js';

/** A linkifier of an organization: RE2 pattern with named groups, and an RFC 6570 template that uses them. */
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

/** Spends an amount of work if enough is left. */
export type Spend = (amount: number) => boolean;

interface CompiledLinkifier {
  readonly pattern: RE2JS;
  readonly expand: (groups: Record<string, string | null>) => string;
}

/** The compiled linkifiers of an organization, in its order. */
export class Linkifiers {
  constructor(private readonly compiled: readonly CompiledLinkifier[]) {}

  /**
   * The matches in a text from left to right, without overlaps: of overlapping matches, the one of the first linkifier is used.
   *
   * One search is linear in the text, but a pattern that matches often and looks far ahead each time makes the total quadratic. So each search
   * spends its maximum cost, and each link the length of its address. When the budget is used up, the rest stays plain text.
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
 * Compiles linkifiers for many renderings. Every pattern runs on RE2, in time linear in the text.
 * Patterns that RE2 rejects are omitted: they are validated when they are saved, and messages must not fail because of them.
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

/** The groups of a valid pattern and their values in its first match, or the reason why RE2 rejects it. */
export type LinkifierPattern =
  | { readonly error: string }
  | { readonly groups: readonly string[]; readonly read: (text: string) => Readonly<Record<string, string | null>> | undefined };

/** Checks a pattern before it is saved. The syntax is Python's as far as RE2 supports it, without look-around and back references. */
export function linkifierPattern(pattern: string): LinkifierPattern {
  const compiled = compilePattern(pattern);
  if (typeof compiled === 'string') return { error: compiled };
  if (compiled.programSize() > limits.linkifierProgram) return { error: 'too complicated' };
  const read = (text: string) => {
    const matcher = compiled.matcher(wellFormed(text));
    return matcher.find() ? matcher.getNamedGroups() : undefined;
  };
  return { groups: Object.keys(compiled.namedGroups()), read };
}

/** The compiled pattern, or the reason why RE2 rejects it. */
function compilePattern(pattern: string): RE2JS | string {
  try {
    return RE2JS.compile(pattern);
  } catch (error) {
    if (error instanceof RE2JSException) return error.message.replace('error parsing regexp: ', '');
    throw error;
  }
}

/** A match must follow a space, quote or bracket, or the beginning of the text, and no letter or digit may follow it. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isCutBefore = start === 0 || /[\s'"({[<]/.test(text[start - 1] ?? '');
  return isCutBefore && !/^[\p{L}\p{N}]/u.test(text.slice(end, end + 2));
}
