// How Stryker runs Jest in `npm run test:mutation`: by its own runner, with one difference. A worker loads each source once
// (shared-modules-runtime.mjs), so a mutant in code that runs at the import needs a new worker.
import { relative } from 'node:path';
import { declareClassPlugin, declareFactoryPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { strykerPlugins as ofJest } from '@stryker-mutator/jest-runner';

const [{ factory }] = ofJest;

function sharedModulesRunner(injector) {
  const runner = injector.injectFunction(factory);
  runner.capabilities = () => ({ reloadEnvironment: false });
  return runner;
}
sharedModulesRunner.inject = ['$injector'];

/** Shows each survivor at once, so that an interrupted run was not in vain. */
class Survivors {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}:${location.start.column}`;
    process.stdout.write(`  survived: ${place} ${mutatorName} ${replacement.replace(/\s+/g, ' ')}\n`);
  }
}

export const strykerPlugins = [
  declareFactoryPlugin(PluginKind.TestRunner, 'shared-modules', sharedModulesRunner),
  declareClassPlugin(PluginKind.Reporter, 'survivors', Survivors),
];
export { strykerValidationSchema } from '@stryker-mutator/jest-runner';
