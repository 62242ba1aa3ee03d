// node tools/package-client.mjs [<folder>]: builds @parley/client for npm, with types, from libs/client and the declarations that it uses, and packs
// it. Prints the path of the file.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { evaluatedContracts, isEndpoint, lightContracts, lightEndpoint } from './bundle/light-contracts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export async function packClient(folder = join(root, 'libs/client/dist')) {
  mkdirSync(join(root, '.parley'), { recursive: true });
  const content = join(folder, 'package');
  rmSync(content, { recursive: true, force: true });
  mkdirSync(content, { recursive: true });
  const modules = await evaluatedContracts();
  await build({
    absWorkingDir: root,
    entryPoints: [join(root, 'libs/client/src/index.ts')],
    outfile: join(content, 'index.js'),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    plugins: [lightContracts(modules)],
    logLevel: 'error',
  });
  writeEndpoints(content, modules);
  writeTypes(content);
  writeManifest(content);
  cpSync(join(root, 'libs/client/README.md'), join(content, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(content, 'LICENSE'));
  return packed(content, folder);
}

/** Each endpoint is a constant of its own, so that a bundle has only those that are used. */
function writeEndpoints(content, modules) {
  const lines = [];
  const types = [];
  for (const file of entriesOf('contracts')) {
    const service = basename(dirname(file));
    const endpoints = Object.entries(modules.get(file) ?? {}).filter(([, value]) => isEndpoint(value));
    if (endpoints.length === 0) continue;
    lines.push(...endpoints.map(([name, endpoint]) => `export const ${name} = ${JSON.stringify(lightEndpoint(endpoint))};`));
    types.push(`export { ${endpoints.map(([name]) => name).join(', ')} } from './types/contracts/src/${service}/index.js';`);
  }
  writeFileSync(join(content, 'endpoints.js'), `${lines.join('\n')}\n`);
  writeFileSync(join(content, 'endpoints.d.ts'), `${types.join('\n')}\n`);
}

/** Without the types of Node: what is used exists on every platform. */
function writeTypes(content) {
  const types = join(content, 'types');
  const config = join(content, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    declarationMap: false,
    rootDir: join(root, 'libs'),
    outDir: types,
    lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: [],
  };
  // What is imported by the name of a library is not emitted unless it is named here.
  const files = ['client', 'client-events', 'contracts'].flatMap(sourcesOf);
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config], {
    cwd: root,
    encoding: 'utf8',
  });
  rmSync(config);
  if (status !== 0) throw new Error(`the types of libs/client do not compile:\n${stdout}`);
  for (const file of readdirSync(types, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.d.ts')) namePaths(types, join(types, file));
  }
  writeFileSync(join(content, 'index.d.ts'), "export * from './types/client/src/index.js';\n");
}

function entriesOf(library) {
  const folder = join(root, 'libs', library);
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return Object.values(exports).map((file) => join(folder, file));
}

function sourcesOf(library) {
  const folder = join(root, 'libs', library, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('spec.ts')).map((file) => join(folder, file));
}

/** The libraries of the workspace are folders of the package. */
function namePaths(types, file) {
  const text = readFileSync(file, 'utf8');
  const named = text.replaceAll(/(["'])@parley\/([a-z-]+)(?:\/([a-z-]+))?\1/g, (_, quote, library, subpath = '.') => {
    const path = relative(dirname(file), join(types, library, 'src', subpath, 'index.js'));
    return `${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`;
  });
  if (named !== text) writeFileSync(file, named);
}

function writeManifest(content) {
  const { version } = JSON.parse(readFileSync(join(root, 'libs/client/package.json'), 'utf8'));
  const { dependencies, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = {
    name: '@parley/client',
    version,
    description: 'The calls, events and state of a Parley server, for browsers, Node and Deno.',
    license,
    type: 'module',
    sideEffects: false,
    exports: {
      '.': { types: './index.d.ts', default: './index.js' },
      './endpoints': { types: './endpoints.d.ts', default: './endpoints.js' },
    },
    // Only the types use it.
    dependencies: { zod: dependencies.zod },
  };
  writeFileSync(join(content, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

function packed(content, folder) {
  const npm = spawnSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: content, encoding: 'utf8' });
  if (npm.status !== 0) throw new Error(npm.stderr);
  const [{ filename }] = Object.values(JSON.parse(npm.stdout));
  return join(folder, filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , folder] = process.argv;
  console.log(await packClient(folder === undefined ? undefined : resolve(folder)));
}
