/** Area and location, not the offsets that some engines also accept as zones. */
const ZONE_FORM = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** Whether it is an IANA time zone identifier that the runtime supports. Empty means none. */
export function isTimeZone(text: string): boolean {
  if (text === '') return true;
  if (!ZONE_FORM.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
