// One project per kind of test. `npm test` runs all of them and starts what they need; a single file can use the stores of `npm run test:stores`.
import preset from './jest.preset.mjs';

const { workerIdleMemoryLimit, ...shared } = preset;
const project = (displayName, ...testMatch) => ({ ...shared, displayName, testMatch: testMatch.map((pattern) => `<rootDir>/${pattern}`) });

export default {
  workerIdleMemoryLimit,
  // Jest complains about workers that do not exit in time. Its half second is too short on a busy machine, even if nothing is open.
  workerGracefulExitTimeout: 5_000,
  // Keeps compiled files for the next run, because the folder for temporary files changes.
  cacheDirectory: '<rootDir>/.parley/jest',
  // Only for tests that hang. Integration tests wait for conditions with shorter deadlines.
  testTimeout: 180_000,
  projects: [
    project('contract', 'libs/{contracts,client-events,api-docs}/**/*.spec.ts'),
    project(
      'unit',
      'libs/!(contracts|client-events|api-docs)/**/*.spec.ts',
      'apps/**/*.spec.ts',
      'tools/**/*.spec.ts',
      'e2e/client/**/*.spec.ts',
      'bench/**/*.spec.ts',
    ),
    {
      ...project('integration', 'apps/*/test/**/*.it-spec.ts', 'libs/*/test/**/*.it-spec.ts', 'tools/test/**/*.it-spec.ts'),
      setupFilesAfterEnv: ['<rootDir>/libs/testing/src/statements/after-each-file.ts'],
    },
    project('deploy', 'tools/test/**/*.deploy-spec.ts'),
    project('api', 'e2e/api/**/*.e2e-spec.ts', 'e2e/abuse/**/*.e2e-spec.ts'),
    {
      // `npm run test:clients` also runs the tests in subfolders.
      ...project('clients', process.env.PARLEY_CLIENTS_WHOLE === '1' ? 'e2e/clients/**/*.e2e-spec.ts' : 'e2e/clients/*.e2e-spec.ts'),
      setupFiles: ['<rootDir>/e2e/clients/through-described-proxy.ts'],
    },
    project('upgrade', 'e2e/upgrade/**/*.e2e-spec.ts'),
    // Only `npm run test:faults` sets it.
    project('cluster', process.env.PARLEY_FAULT_MINUTES === undefined ? 'e2e/cluster/*.e2e-spec.ts' : 'e2e/cluster/**/*.e2e-spec.ts'),
  ],
};
