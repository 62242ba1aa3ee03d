// Jest in `npm run test:mutation`. mutate-library.ts adds where the specs are.
import { fileURLToPath } from 'node:url';
import preset from '../../jest.preset.mjs';

const { workerIdleMemoryLimit, ...shared } = preset;

export default {
  ...shared,
  // Each mutant is a run of its own: no programs are started to look for files.
  watchman: false,
  haste: { forceNodeFilesystemAPI: true },
  testEnvironment: fileURLToPath(new URL('./mutation-environment.cjs', import.meta.url)),
};
