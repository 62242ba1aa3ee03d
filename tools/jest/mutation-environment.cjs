// The environment of test files in `npm run test:mutation`. Stryker gives its mutants to the VM context of a test file. Node imports our
// sources (shared-modules-runtime.mjs) and once for several runs, so they look at the global of the process, before each run anew.
const NodeEnvironment = require('@stryker-mutator/jest-runner/jest-env/node');

module.exports = class MutationEnvironment extends NodeEnvironment {
  async setup() {
    await super.setup();
    globalThis.__stryker__ = this.global.__stryker__;
    globalThis.__stryker__.activeMutant = process.env.__STRYKER_ACTIVE_MUTANT__;
  }
};
