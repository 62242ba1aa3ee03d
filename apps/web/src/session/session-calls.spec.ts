import { describe, expect, it } from '@jest/globals';
import { ApiError, NoAnswerError } from '@parley/client';
import { withToken } from './session-calls.js';

const forged = new ApiError(403, 'CSRF_FAILED', 'CSRF check failed');

/** Work that fails with these errors, one after the other, and then succeeds. */
function failing(...errors: readonly Error[]) {
  const left = [...errors];
  return async () => {
    const error = left.shift();
    if (error !== undefined) throw error;
    return 'done';
  };
}

describe('a call of an earlier session', () => {
  const renewed = async () => true;

  it('is repeated once with the session of the same person', async () => {
    expect(await withToken(failing(forged), renewed)).toBe('done');
    await expect(withToken(failing(forged, forged), renewed)).rejects.toBe(forged);
    const ended = new ApiError(401, 'SESSION_ENDED', 'Your session has ended');
    expect(await withToken(failing(ended), renewed)).toBe('done');
    await expect(withToken(failing(ended), async () => false)).rejects.toBe(ended);
    await expect(withToken(failing(ended, ended), renewed)).rejects.toBe(ended);
  });

  it('fails for another person, and without an answer about the session', async () => {
    await expect(withToken(failing(forged), async () => false)).rejects.toBe(forged);
    const lost = new NoAnswerError('no answer');
    const unknown = async () => {
      throw lost;
    };
    await expect(withToken(failing(forged), unknown)).rejects.toBe(lost);
  });

  it('is not repeated after other errors', async () => {
    const refused = new ApiError(400, 'BAD_REQUEST', 'No');
    await expect(withToken(failing(refused), renewed)).rejects.toBe(refused);
  });
});
