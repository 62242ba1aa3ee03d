import { describe, expect, it } from '@jest/globals';
import { shownPayload, shownReason } from './shown-job.js';

const payload = {
  organizationId: 7,
  isResent: true,
  email: 'ann@acme.example',
  token: 'f00d-cafe',
  people: [{ userId: 3, fullName: 'Ann' }, 'bob@acme.example'],
  expiresAt: null,
};

describe('what operators see of a job', () => {
  it('ids and the structure of its payload, but no texts', () => {
    expect(shownPayload(payload)).toEqual({
      organizationId: 7,
      isResent: true,
      email: '(hidden)',
      token: '(hidden)',
      people: [{ userId: 3, fullName: '(hidden)' }, '(hidden)'],
      expiresAt: null,
    });
    expect(shownPayload('f00d-cafe')).toBe('(hidden)');
    expect(shownPayload(undefined)).toBeUndefined();
  });

  it('the reason of its failure, without the texts of its payload', () => {
    expect(shownReason('550 <bob@acme.example>: /join/f00d-cafe of Ann is refused', payload)).toBe(
      '550 <(hidden)>: /join/(hidden) of Ann is refused',
    );
  });

  it('a text is also redacted completely if another is a prefix of it', () => {
    expect(shownReason('no f00d-cafe-babe', { short: 'f00d', long: 'f00d-cafe-babe' })).toBe('no (hidden)');
  });
});
