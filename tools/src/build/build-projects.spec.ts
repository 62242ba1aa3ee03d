import { expect, it } from '@jest/globals';
import { failuresIn } from './build-projects.js';

it('a failed build shows the compiler lines of the projects that failed, and no others', () => {
  const output = `
> nx run contracts:build

> node ../../tools/build-project.mjs


> nx run admin:build

> node ../../tools/build-project.mjs

src/main.ts(3,1): error TS2304: Cannot find name 'x'.
Warning: command "node ../../tools/build-project.mjs" exited with non-zero status code
> nx run testing:build

> node ../../tools/build-project.mjs

 NX   Running target build for 3 projects failed

Failed tasks:

- admin:build

  Run duration:      9.8s
`;
  expect(failuresIn(output)).toBe("admin:build\nsrc/main.ts(3,1): error TS2304: Cannot find name 'x'.");
  expect(failuresIn('NX  could not read nx.json')).toBe('NX  could not read nx.json');
});
