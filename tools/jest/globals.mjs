// Replaces `@jest/globals` where shared-modules-runtime.mjs runs tests. Modules that import it outlive a test file, so its names are bound again
// for each file: every importer then uses those of the current file.
export let afterAll;
export let afterEach;
export let beforeAll;
export let beforeEach;
export let describe;
export let expect;
export let it;
export let jest;
export let test;

/** Called before a test file is imported. */
export function bindGlobals(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } = globals);
}
