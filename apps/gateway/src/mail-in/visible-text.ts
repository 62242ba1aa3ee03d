// What a mail program adds to a text. Each function reads the lines once or twice, so hostile texts cost no more than others.

const QUOTED = /^\s{0,3}>/;
const ATTRIBUTION =
  /^(?:on|am|le|el|op|il|em|den|w dniu)(?!\p{L}).{5,400}(?:wrote|schrieb|écrit|escribió|schreef|scritto|escreveu|skrev|napisał)(?!\p{L}).{0,120}:$/iu;
const MAX_ATTRIBUTION_LINES = 4;
const SEPARATOR =
  /^-{2,}\s?(?:original message|ursprüngliche nachricht|originalnachricht|message d'origine|mensaje original|oorspronkelijk bericht)\s?-{2,}$/i;
const RULE = /^_{5,}$/;
const FROM = /^\*?(?:from|von|de|van|da|od):\*?\s/i;
const DATE = /^\*?(?:sent|date|gesendet|datum|envoyé|enviado|fecha|verzonden|data):\*?\s/i;
const MAX_HEADER_LINES = 6;
const SIGNATURE = /^-- ?$/;
const LIST_FOOTER = /^_{20,}$/;
const MAX_FOOTER_LINES = 20;
const DEVICE =
  /^(?:sent from (?:my|outlook)|get outlook for|von meinem .{1,40} gesendet|envoyé de mon|enviado desde mi|verstuurd vanaf mijn)\b/i;

/** Without the quotes before and after the text. Quotes between paragraphs stay: the paragraphs answer them. */
export function withoutQuotes(text: string): string {
  const lines = text.split('\n');
  const cut = lines.slice(0, startOfHeaders(lines));
  const end = withoutTrailingQuote(cut);
  const rest = cut.slice(0, end);
  return rest.slice(leadingQuote(rest)).join('\n').trim();
}

/** Without the signature at the end, and what lists and phones add. */
export function withoutFooter(text: string): string {
  const lines = text.split('\n');
  let end = lines.length;
  const start = lines.findIndex((line) => SIGNATURE.test(line) || LIST_FOOTER.test(line.trim()));
  const footer = lines.slice(Math.max(start, 0));
  if (start > 0 && footer.length <= MAX_FOOTER_LINES && !footer.some((line) => QUOTED.test(line))) end = start;
  while (end > 0 && isBlank(lines[end - 1])) end -= 1;
  if (end > 1 && DEVICE.test((lines[end - 1] ?? '').trim())) end -= 1;
  return lines.slice(0, end).join('\n').trimEnd();
}

/** The quoted mail of programs that mark it by its headers only. At the start of a text it is a mail that was passed on. */
function startOfHeaders(lines: readonly string[]): number {
  let hasText = false;
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    if (hasText && SEPARATOR.test(text)) return index;
    const isRule = RULE.test(text);
    const block = lines.slice(isRule ? index + 1 : index, index + MAX_HEADER_LINES).map((each) => each.trim());
    if (hasText && FROM.test(block.find((each) => each !== '') ?? '') && block.some((each) => DATE.test(each))) return index;
    if (text !== '') hasText = true;
  }
  return lines.length;
}

/** Where the text ends, without the quote at its end and the line that introduces it. */
function withoutTrailingQuote(lines: readonly string[]): number {
  let end = lines.length;
  while (end > 0 && (isBlank(lines[end - 1]) || QUOTED.test(lines[end - 1] ?? ''))) end -= 1;
  const isQuote = lines.slice(end).some((line) => QUOTED.test(line));
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES && count <= end; count += 1) {
    const isIntroduced = isQuote || end > count;
    if (isIntroduced && isAttribution(lines.slice(end - count, end))) return end - count;
  }
  return isQuote ? end : lines.length;
}

/** Where the answer below a quote begins. */
function leadingQuote(lines: readonly string[]): number {
  let start = 0;
  while (start < lines.length && isBlank(lines[start])) start += 1;
  for (let count = 1; count <= MAX_ATTRIBUTION_LINES && start + count < lines.length; count += 1) {
    const below = lines.slice(start + count).find((line) => !isBlank(line));
    if (below !== undefined && QUOTED.test(below) && isAttribution(lines.slice(start, start + count)))
      return afterQuote(lines, start + count);
  }
  return 0;
}

function afterQuote(lines: readonly string[], from: number): number {
  let start = from;
  while (start < lines.length && (isBlank(lines[start]) || QUOTED.test(lines[start] ?? ''))) start += 1;
  return start === lines.length ? 0 : start;
}

function isAttribution(lines: readonly string[]): boolean {
  const joined = lines.map((line) => line.trim()).join(' ');
  return joined.length < 600 && ATTRIBUTION.test(joined);
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}
