/** The estimate takes 20 to 80 ms for this many characters, and up to two seconds for 100. */
const MAX_CHARACTERS_AT_ONCE = 32;
/** Variants of a password with letters instead of digits. The library's default of 512 takes ten times as long. */
const MAX_SUBSTITUTIONS = 16;
/** Maximum number of words about the person. */
const MAX_KNOWN = 20;

export interface PasswordQuestion {
  readonly password: string;
  /** Words about the person. */
  readonly known: readonly string[];
  readonly minGuesses: number;
}

interface Estimator {
  readonly check: (password: string, known: string[]) => { readonly guesses: number };
}

let estimator: Promise<Estimator> | undefined;

/**
 * Estimates with zxcvbn whether the password takes at least `minGuesses` guesses. A long password is estimated in pieces and rated by its
 * strongest piece. That never overestimates the whole password, and bounds the time.
 */
export async function withstands({ password, known, minGuesses }: PasswordQuestion): Promise<boolean> {
  estimator ??= load();
  const { check } = await estimator;
  const words = [...new Set(known.flatMap(wordsOf))].slice(0, MAX_KNOWN);
  for (let start = 0; start < password.length; start += MAX_CHARACTERS_AT_ONCE) {
    if (check(password.slice(start, start + MAX_CHARACTERS_AT_ONCE), words).guesses >= minGuesses) return true;
  }
  return false;
}

/** The text and its parts, for example the name and the host in an email address. */
function wordsOf(text: string): string[] {
  return [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2);
}

/** Loaded with the first password: the dictionaries take 36 MB and 0.4 s. */
async function load(): Promise<Estimator> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  const factory = new ZxcvbnFactory({
    graphs: common.adjacencyGraphs,
    dictionary: { ...common.dictionary, ...english.dictionary },
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
  return { check: (password, known) => factory.check(password, known) };
}
