// Runs test files in Jest (`runtime` in jest.preset.mjs, docs/adr/0017-shared-modules-in-tests.md): Node itself imports them, instead of Jest
// into a separate VM context. So a worker loads sources and packages once, and not once per test file.
// The price: module state of sources, and globals, outlive a test file.
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';
import { ModernFakeTimers } from '@jest/fake-timers';
import Runtime from 'jest-runtime';
import { bindGlobals } from './globals.mjs';

register('./typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
let runs = 0;

export default class SharedModulesRuntime extends Runtime {
  constructor(config, environment, ...others) {
    // `jest.useFakeTimers` must replace the clock that sources use, not that of the VM context. It ends with the environment.
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    super(config, environment, ...others);
  }

  /**
   * Jest's own modules. The test framework, which has the state of one test file, is required without `to` and is new for each file.
   * The packages that it uses are those of this process, so that `expect` compares with the same Number and Error as tests.
   */
  requireInternalModule(from, to) {
    return to === undefined ? super.requireInternalModule(from) : createRequire(from)(to);
  }

  async unstable_importModule(path) {
    bindGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    // Jest sets it for sources that it compiled; Node reads the source maps of ours.
    Error.prepareStackTrace = undefined;
    runs += 1;
    // A watcher may run one file twice in one worker. The two runs must not be the same module.
    await import(`${pathToFileURL(path).href}?run=${runs}`);
  }
}
