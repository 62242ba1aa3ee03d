/** Available languages by code, each with its own name. Clients have the translations. */
export const LANGUAGES = {
  ar: 'العربية',
  be: 'Беларуская',
  bg: 'Български',
  bn: 'বাংলা',
  ca: 'Català',
  cs: 'Čeština',
  cy: 'Cymraeg',
  da: 'Dansk',
  de: 'Deutsch',
  en: 'English',
  'en-gb': 'British English',
  es: 'Español',
  eu: 'Euskara',
  fa: 'فارسی',
  fi: 'Suomi',
  fr: 'Français',
  gl: 'Galego',
  gu: 'ગુજરાતી',
  hi: 'हिन्दी',
  hu: 'Magyar',
  id: 'Indonesia',
  it: 'Italiano',
  ja: '日本語',
  ko: '한국어',
  lt: 'Lietuvių',
  lv: 'Latviešu',
  ml: 'മലയാളം',
  mn: 'Монгол',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
  'pt-br': 'Português (Brasil)',
  ro: 'Română',
  ru: 'Русский',
  si: 'සිංහල',
  sr: 'Српски',
  sv: 'Svenska',
  ta: 'தமிழ்',
  tr: 'Türkçe',
  uk: 'Українська',
  uz: "O'zbek",
  vi: 'Tiếng Việt',
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
} as const;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as readonly (keyof typeof LANGUAGES)[];

/** The name of a language in that language; for an unknown one its code. */
export function languageName(code: string): string {
  return new Map<string, string>(Object.entries(LANGUAGES)).get(code) ?? code;
}
