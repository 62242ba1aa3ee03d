// Jest in `npm run test:mutation`. mutate-library.ts adds where the specs are.
import { fileURLToPath } from 'node:url';
import preset from '../../jest.preset.mjs';

const { workerIdleMemoryLimit, ...shared } = preset;

export default {
  ...shared,
  testEnvironment: fileURLToPath(new URL('./mutation-environment.cjs', import.meta.url)),
};
