import { de } from './de.js';
import { en } from './en.js';

/** By the plural rules of the language. Every language has `other`. */
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Catalogue = { readonly [K in keyof typeof en]: (typeof en)[K] extends string ? string : Forms };
export type TextKey = { [K in keyof Catalogue]: Catalogue[K] extends string ? K : never }[keyof Catalogue];
export type CountKey = Exclude<keyof Catalogue, TextKey>;
type Values = Readonly<Record<string, string | number>>;

export const LANGUAGES = { en, de } as const satisfies Readonly<Record<string, Catalogue>>;
export type Language = keyof typeof LANGUAGES;

/** The first of the wanted languages that there is, regardless of the region. */
export function languageOf(wanted: readonly string[]): Language {
  const known = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find((tag) => Object.hasOwn(LANGUAGES, tag));
  return (known as Language | undefined) ?? 'en';
}

/** The texts of one language, and how it writes times and lists. */
export class Texts {
  private readonly catalogue: Catalogue;
  private readonly plurals: Intl.PluralRules;
  private readonly numbers: Intl.NumberFormat;
  private readonly lists: Intl.ListFormat;
  private readonly times: Intl.DateTimeFormat;
  private readonly days: Intl.DateTimeFormat;
  private readonly moments: Intl.DateTimeFormat;

  constructor(
    readonly language: Language,
    timeZone?: string,
  ) {
    this.catalogue = LANGUAGES[language];
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    this.lists = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
    const zone = timeZone === undefined ? {} : { timeZone };
    this.times = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', ...zone });
    this.days = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...zone });
    this.moments = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', ...zone });
  }

  readonly of = (key: TextKey, values: Values = {}): string => filled(this.catalogue[key], values);

  readonly count = (key: CountKey, count: number): string => {
    const forms = this.catalogue[key];
    return filled(forms[this.plurals.select(count)] ?? forms.other, { count: this.numbers.format(count) });
  };

  readonly number = (value: number): string => this.numbers.format(value);
  readonly list = (names: readonly string[]): string => this.lists.format(names);

  /** `timestamp`: seconds since the epoch. */
  readonly time = (timestamp: number): string => this.times.format(timestamp * 1_000);
  readonly moment = (timestamp: number): string => this.moments.format(timestamp * 1_000);
  readonly day = (timestamp: number, now: number): string => {
    const named = this.days.format(timestamp * 1_000);
    if (named === this.days.format(now * 1_000)) return this.of('today');
    return named === this.days.format((now - 86_400) * 1_000) ? this.of('yesterday') : named;
  };
}

function filled(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : whole));
}
