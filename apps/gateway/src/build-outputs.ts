// What the build adds to the bundled gateway: the OpenAPI document, which is the same in every process. Run by tools/build-project.mjs.
import { writeFileSync } from 'node:fs';
import { ENDPOINTS } from '@parley/contracts/registry';
import { builtDocument, documentText } from './documentation/api-document.js';

for (const isDemo of [false, true]) {
  const endpoints = ENDPOINTS.filter(({ demoOnly }) => isDemo || demoOnly !== true);
  writeFileSync(new URL(`../dist/${builtDocument(isDemo)}`, import.meta.url), documentText(endpoints));
}
