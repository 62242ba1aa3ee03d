// How Jest runs test files (`runtime` in jest.preset.mjs, docs/adr/0017-shared-modules-in-tests.md): Node itself imports them, instead of Jest
// into a VM context of their own. So a worker loads sources and packages once, and not once for each test file.
// What that costs: what a source keeps in a module, and globals, outlive a test file.
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
    // `jest.useFakeTimers` is about the clock that sources know, not that of the VM context. It ends with the environment.
    environment.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
    super(config, environment, ...others);
  }

  /**
   * Jest's own modules. The test framework, which knows the state of one test file, is asked for without `to` and is new for each.
   * The packages that it uses are those of this process: `expect` compares with the Number and the Error that tests know.
   */
  requireInternalModule(from, to) {
    return to === undefined ? super.requireInternalModule(from) : createRequire(from)(to);
  }

  async unstable_importModule(path) {
    bindGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    // Jest set it for sources that it compiled; Node reads the source maps of ours.
    Error.prepareStackTrace = undefined;
    runs += 1;
    // Two runs of one file in one worker, as a watcher asks for them, are not the same module.
    await import(`${pathToFileURL(path).href}?run=${runs}`);
  }
}
