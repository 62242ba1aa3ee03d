import type { ByteRange } from '@parley/storage';

/**
 * What a Range header asks of a file of `size` bytes. Undefined: all of it, which is also the answer to a header that cannot be read or asks for
 * several ranges. Null: nothing that the file has (416).
 */
export function requestedRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (first === '' && last === '') return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < start) return undefined;
  return start > end ? null : { start, end };
}
