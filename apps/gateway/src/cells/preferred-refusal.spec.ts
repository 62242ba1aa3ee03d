import { expect, it } from '@jest/globals';
import { apiErrors } from '@parley/contracts';
import { preferredRefusal } from './preferred-refusal.js';

const [wrong, deactivated, away] = [apiErrors.authenticationFailed(), apiErrors.userDeactivated(), apiErrors.unavailable()];

it.each([
  ['of the cell that has the account', [wrong, deactivated], deactivated],
  ['of the cell that has the account, also if another one does not answer', [away, deactivated], deactivated],
  ['that a cell does not answer, which may be the one with the account', [wrong, away], away],
  ['that no cell has the account', [wrong, wrong], wrong],
])('the client gets the refusal %s', (_, refusals, expected) => {
  expect(preferredRefusal(refusals)).toBe(expected);
});
