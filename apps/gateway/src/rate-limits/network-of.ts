import { isIPv6 } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Number of 16-bit parts. One subscriber usually has at least a /64. */
const NETWORK_PARTS = 4;

/** The address that limits count: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(ip: string): string {
  const [, mapped] = MAPPED.exec(ip) ?? [];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').toLowerCase().split('::');
  const first = partsOf(head);
  const missing = tail === undefined ? 0 : 8 - first.length - partsOf(tail).length;
  const parts = [...first, ...Array<string>(missing).fill('0'), ...partsOf(tail ?? '')];
  return `${parts
    .slice(0, NETWORK_PARTS)
    .map((part) => part.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

/** A dotted end is two parts; it is never among the first four. */
function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(':').flatMap((part) => (part.includes('.') ? [part, part] : [part]));
}
