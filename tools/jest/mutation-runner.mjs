// How Stryker runs Jest in `npm run test:mutation`: by its own runner, with one difference. A worker loads each source once
// (shared-modules-runtime.mjs), so a mutant in code that runs at the import needs a new worker.
import { declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { strykerPlugins as ofJest } from '@stryker-mutator/jest-runner';

const [{ factory }] = ofJest;

function sharedModulesRunner(injector) {
  const runner = injector.injectFunction(factory);
  runner.capabilities = () => ({ reloadEnvironment: false });
  return runner;
}
sharedModulesRunner.inject = ['$injector'];

export const strykerPlugins = [declareFactoryPlugin(PluginKind.TestRunner, 'shared-modules', sharedModulesRunner)];
export { strykerValidationSchema } from '@stryker-mutator/jest-runner';
