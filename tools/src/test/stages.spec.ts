import { describe, expect, it } from '@jest/globals';
import { planOf, select, stageNames } from './stages.js';

it('the stages of the cluster run beside those of one replica, and both after all others', () => {
  expect(planOf(stageNames)).toEqual({
    first: ['check', 'unit', 'contract', 'deploy', 'integration'],
    lanes: [['api', 'clients'], ['cluster']],
  });
  expect(planOf(['unit', 'cluster'])).toEqual({ first: ['unit'], lanes: [[], ['cluster']] });
});

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
