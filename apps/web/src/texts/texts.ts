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

type AnyCatalogue = Readonly<Record<string, string | Forms>>;
type KeyOf<C, V> = { [K in keyof C]: C[K] extends V ? K : never }[keyof C];
/** A catalogue as another language has it. */
export type Translated<C> = { readonly [K in keyof C]: C[K] extends string ? string : Forms };
/** The texts of a part of the page that is loaded later, in each language. */
export type Part<C> = { readonly en: C } & { readonly [L in Exclude<Language, 'en'>]: Translated<NoInfer<C>> };

/** Declares the texts of a part of the page. */
export function part<const C extends AnyCatalogue>(languages: Part<C>): Part<C> {
  return languages;
}

/** Texts of one language: a whole catalogue, or one of a part of the page. */
export class Words<C> {
  constructor(
    private readonly catalogue: Translated<C>,
    private readonly plurals: Intl.PluralRules,
    private readonly numbers: Intl.NumberFormat,
  ) {}

  readonly of = (key: KeyOf<C, string>, values: Values = {}): string => filled(String(this.catalogue[key]), values);

  readonly count = (key: Exclude<keyof C, KeyOf<C, string>>, count: number): string => {
    const forms = this.catalogue[key] as Forms;
    return filled(forms[this.plurals.select(count)] ?? forms.other, { count: this.numbers.format(count) });
  };
}

/** The texts of one language, and how it writes times and lists. */
export class Texts {
  private readonly words: Words<Catalogue>;
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
    this.plurals = new Intl.PluralRules(language);
    this.numbers = new Intl.NumberFormat(language);
    this.words = new Words<Catalogue>(LANGUAGES[language], this.plurals, this.numbers);
    this.lists = new Intl.ListFormat(language, { type: 'unit', style: 'short' });
    const zone = timeZone === undefined ? {} : { timeZone };
    this.times = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', ...zone });
    this.days = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', ...zone });
    this.moments = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short', ...zone });
  }

  readonly of = (key: TextKey, values: Values = {}): string => this.words.of(key, values);
  readonly count = (key: CountKey, count: number): string => this.words.count(key, count);
  /** The texts of a part of the page in this language. */
  readonly part = <C>(languages: Part<C>): Words<C> => new Words<C>(languages[this.language] as Translated<C>, this.plurals, this.numbers);

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
