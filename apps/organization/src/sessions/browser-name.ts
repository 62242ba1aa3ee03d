import Bowser from 'bowser';

/** Longer ones are not of browsers. */
const MAX_LENGTH = 500;

/** Browser and system of a User-Agent, such as `Firefox on Linux`. */
export function browserNameOf(userAgent: string): string {
  if (userAgent === '') return 'Unknown browser';
  const { browser, os } = Bowser.parse(userAgent.slice(0, MAX_LENGTH));
  const name = browser.name === undefined || browser.name === '' ? 'Unknown browser' : browser.name;
  return os.name === undefined || os.name === '' ? name : `${name} on ${os.name}`;
}
