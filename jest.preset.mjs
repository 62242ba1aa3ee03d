// Shared by every Jest project: TypeScript through SWC, ES modules, workspace libraries resolved to their sources so that a test never runs
// against a stale build. tools/jest/typescript-hooks.mjs configures Node in the same way.
import { fileURLToPath } from 'node:url';
import { swcOptions } from './tools/typescript/swc-options.mjs';

const root = fileURLToPath(new URL('.', import.meta.url));

export default {
  rootDir: root,
  testEnvironment: 'node',
  // A worker loads sources and packages once, not once per test file.
  runtime: `${root}tools/jest/shared-modules-runtime.mjs`,
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: {
    '^@parley/([a-z-]+)$': `${root}libs/$1/src/index.ts`,
    '^@parley/([a-z-]+)/([a-z-]+)$': `${root}libs/$1/src/$2/index.ts`,
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.ts$': ['@swc/jest', swcOptions],
  },
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['/dist/', '<rootDir>/.parley/'],
  workerIdleMemoryLimit: '1GB',
};
