import type { ByteRange } from '@parley/storage';

/**
 * The part of a file of `size` bytes that a Range header requests. Undefined: the whole file, also if the header is invalid or requests
 * several ranges. Null: the file has no byte of the range (416).
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? null : { start, end };
}
