// `node --import ./tools/typescript/register.mjs <file.ts>` runs a TypeScript file with the sources of our libraries, as tests do.
import { register } from 'node:module';

register('../jest/typescript-hooks.mjs', import.meta.url);
process.setSourceMapsEnabled(true);
