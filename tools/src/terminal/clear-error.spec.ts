import { describe, expect, it } from '@jest/globals';
import { ClearError, isDiskFull, sentenceFor } from './clear-error.js';

describe('what the terminal shows for a failure', () => {
  it('is the sentence alone, without a stack trace', () => {
    expect(sentenceFor(new ClearError('Port 9991 is in use.'))).toBe('Port 9991 is in use.');
  });

  it('is one sentence for a full disk, wherever it occurred', () => {
    const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', path: '/data/x' });
    expect(sentenceFor(error)).toBe('The disk that holds /data/x is full: free some space, then run the command again.');
  });

  it.each([
    'FATAL:  could not extend file "base/1/2691": No space left on device',
    'HINT:  Check free disk space.',
    'npm error code ENOSPC',
  ])('recognizes a full disk by "%s"', (line) => {
    expect(isDiskFull(line)).toBe(true);
  });

  it('keeps the stack of an unexpected error', () => {
    expect(sentenceFor(new TypeError('x is not a function'))).toMatch(
      /not foreseen[\s\S]*TypeError: x is not a function[\s\S]*clear-error\.spec/,
    );
  });
});
