import { expect, it } from '@jest/globals';
import { apiErrors } from '@parley/contracts';
import { firstAccepted } from './first-accepted.js';

const ended = apiErrors.sessionEnded();
const [wrong, deactivated, away] = [apiErrors.authenticationFailed(), apiErrors.userDeactivated(), apiErrors.unavailable()];

it.each([
  ['of the cell that has the account', [wrong, deactivated], deactivated],
  ['of the cell that has the account, also if another one does not answer', [away, deactivated], deactivated],
  ['that a cell does not answer, which may be the one with the account', [wrong, away], away],
  ['that no cell has the account', [wrong, wrong], wrong],
  ['that a cell does not answer, which may be the one with the session', [ended, away], away],
])('the client gets the refusal %s', async (_, refusals, expected) => {
  await expect(firstAccepted(refusals.map((refusal) => Promise.reject(refusal)))).rejects.toBe(expected);
});

it('the client gets the answer of the cell that accepts, while another one does not answer', async () => {
  const silent = new Promise<string>(() => undefined);
  expect(await firstAccepted([silent, Promise.reject(wrong), Promise.resolve('accepted')])).toBe('accepted');
});
