import { describe, expect, it } from '@jest/globals';
import { select, stageNames } from './stages.js';

describe('npm test --', () => {
  it('runs everything if nothing is named', () => {
    expect(select([])).toEqual({ stages: stageNames, paths: [] });
  });

  it('runs the named stages', () => {
    expect(select(['api', 'unit'])).toEqual({ stages: ['unit', 'api'], paths: [] });
  });

  it('searches test files by path in every stage, or in the named ones', () => {
    expect(select(['apps/messaging'])).toEqual({
      stages: ['unit', 'contract', 'deploy', 'integration', 'api', 'clients', 'cluster'],
      paths: ['apps/messaging'],
    });
    expect(select(['integration', 'apps/messaging'])).toEqual({ stages: ['integration'], paths: ['apps/messaging'] });
  });
});
