/** Areas and places, not the bare offsets that some engines take for zones as well. */
const ZONE_FORM = /^[A-Za-z][\w+-]*(\/[\w+-]+)*$/;

/** Whether it is an IANA time zone identifier that dates can be reckoned in. Empty: none chosen. */
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
