import { describe, expect, it } from '@jest/globals';
import { seededChance } from '@parley/testing';
import { chunksOf } from './answer-body.js';

const KB = 1024;
const piece = (size: number) => Buffer.alloc(size, size % 251);

describe('the chunks of an answer', () => {
  it('are large pieces as they are, and small ones joined', () => {
    const large = piece(70 * KB);
    const chunks = [...chunksOf([piece(10), piece(20), large, piece(30), piece(16 * KB), piece(40)])];
    expect(chunks.map(({ length }) => length)).toEqual([30, 70 * KB, 30, 16 * KB, 40]);
    expect(chunks[1]).toBe(large);
  });

  it('of many small pieces are neither tiny nor much larger than 16 KB', () => {
    const chunks = [...chunksOf(Array.from({ length: 100 }, () => piece(KB)))];
    expect(chunks.map(({ length }) => length)).toEqual([...Array(6).fill(16 * KB), 4 * KB]);
  });

  it('have the bytes of the answer, whatever its pieces', () => {
    const chance = seededChance(17);
    const pieces = Array.from({ length: 300 }, () => piece(chance.pick([0, 1, 500, 5_000, 16 * KB - 1, 16 * KB, 40_000])));
    expect(Buffer.concat([...chunksOf(pieces)]).equals(Buffer.concat(pieces))).toBe(true);
    expect([...chunksOf([])]).toEqual([]);
  });
});
