/** Times that people often mean. */
export type TimeName = 'inOneHour' | 'thisEvening' | 'tomorrowMorning' | 'nextMonday';

const EVENING = 18;
const MORNING = 9;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TYPED = /^(?:(\d{4})-(\d{1,2})-(\d{1,2}))?[T\s]*(?:(\d{1,2}):(\d{2})(?::\d{2})?)?$/;

/** Those that are in the future, in the time zone of the reader. */
export function namedTimes(now: Date): readonly (readonly [TimeName, Date])[] {
  const at = (days: number, hour: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const hour = new Date(Math.ceil((now.getTime() + HOUR_MS) / MINUTE_MS) * MINUTE_MS);
  const all = [
    ['inOneHour', hour],
    ['thisEvening', at(0, EVENING)],
    ['tomorrowMorning', at(1, MORNING)],
    ['nextMonday', at(((8 - now.getDay()) % 7 || 7) as number, MORNING)],
  ] as const;
  return all.filter(([, time]) => time > now);
}

/** What somebody wrote as a time: `14:30`, `2026-11-25`, or both. Undefined if it is none. */
export function readTime(written: string, now: Date): Date | undefined {
  const [whole, year, month, day, hour, minute] = TYPED.exec(written.trim()) ?? [];
  if (whole === undefined || (year === undefined && hour === undefined)) return undefined;
  const [h, m] = [Number(hour ?? MORNING), Number(minute ?? 0)];
  if (h > 23 || m > 59) return undefined;
  if (year === undefined) return new Date(now.getFullYear(), now.getMonth(), now.getDate(), h, m);
  const time = new Date(Number(year), Number(month) - 1, Number(day), h, m);
  // The 31st of June would be the 1st of July.
  return time.getMonth() === Number(month) - 1 && time.getDate() === Number(day) ? time : undefined;
}

/** As the server reads it, with the offset of the writer, so that each reader sees it in their own time zone. */
export function timeMarkdown(time: Date): string {
  const offset = -time.getTimezoneOffset();
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `<time:${localTime(time)}:00${offset < 0 ? '-' : '+'}${two(offset / 60)}:${two(offset % 60)}>`;
}

/** The value of a field for date and time: `2026-11-25T09:00`. */
export function localTime(time: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(time.getFullYear()).padStart(4, '0')}-${two(time.getMonth() + 1)}-${two(time.getDate())}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
