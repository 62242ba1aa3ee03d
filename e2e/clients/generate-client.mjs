// node generate-client.mjs <document> <folder>: generates a TypeScript client from an OpenAPI document.
// The generator needs the JavaScript API of TypeScript, which version 7 does not have. So it gets version 5.
import { register } from 'node:module';

const hooks = `export const resolve = (name, context, next) => next(name === 'typescript' ? 'typescript-5' : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`, import.meta.url);

const [input, path] = process.argv.slice(2);
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({ input, output: { path, module: { extension: '.js' } }, logs: { level: 'silent' } });
