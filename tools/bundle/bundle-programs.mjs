// Bundles the programs of a project, so that a process loads a few files instead of thousands (docs/adr/0029-bundled-processes.md).
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire, isBuiltin } from 'node:module';
import { basename, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { compiled } from '../typescript/compile.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * These stay in node_modules: native code, packages that read files beside their own, and large packages that a process loads only when it
 * needs them.
 */
const OUTSIDE = [
  '@node-rs/argon2',
  'sharp',
  '@bull-board/*',
  '@fastify/swagger-ui',
  '@aws-sdk/*',
  '@zxcvbn-ts/*',
  '@parse/node-apn',
  'libsodium-wrappers',
  // Not its API, which prom-client loads at each start.
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
];

const common = {
  absWorkingDir: root,
  bundle: true,
  metafile: true,
  platform: 'node',
  target: 'node20.19',
  // V8 keeps the source in memory. Identifiers stay: stack traces name the class of a method by them.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: 'none',
  sourcesContent: false,
  external: OUTSIDE,
  logLevel: 'warning',
};

/** What is in a bundle, and what it needs beside it. Read by tools/src/image. */
const PACKAGES = 'packages.json';

/** Bundles `src/main.ts` of an app and each thread (`*-worker.ts`) to dist/<name>.js. */
export async function bundlePrograms(project) {
  const programs = programsOf(project);
  const output = join(project, 'dist');
  if (programs.length === 0) return;
  rmSync(output, { recursive: true, force: true });
  const loaded = new LoadedPackages();
  const { metafile } = await build({
    ...common,
    entryPoints: programs,
    outdir: output,
    entryNames: '[name]',
    // In one CommonJS file, modules that are required later are still loaded lazily, and Node accepts V8's compiled code for it.
    format: 'cjs',
    // Code from V8's code cache cannot call import() on Node 20.
    supported: { 'dynamic-import': false },
    outExtension: { '.js': '.cjs' },
    sourcemap: 'linked',
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    plugins: [typescript(loaded), queryCompiler(output), packages, absentPackages],
  });
  writeFileSync(join(output, PACKAGES), JSON.stringify(packagesOf(metafile, loaded), null, 1));
  for (const program of programs) {
    const entry = join(output, `${basename(program, '.ts')}.js`);
    copyFileSync(new URL('launcher.mjs', import.meta.url), entry);
    keepCode(entry);
  }
}

/**
 * Bundles a program of tools to one file of the image, as an ES module: programs of tools wait at their top level. Returns what is in it.
 */
export async function bundleTool(entry, outfile) {
  const loaded = new LoadedPackages();
  const { metafile } = await build({
    ...common,
    entryPoints: [resolve(root, entry)],
    outfile,
    format: 'esm',
    banner: { js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);" },
    plugins: [typescript(loaded), packages, absentPackages],
  });
  return packagesOf(metafile, loaded);
}

/** `bundled`: folders in node_modules with files in the bundle. `outside`: names of packages that it loads from node_modules. */
function packagesOf({ inputs, outputs }, loaded) {
  const bundled = Object.keys(inputs).flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  const outside = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path));
  return {
    bundled: [...new Set(bundled)].sort(),
    outside: [...new Set([...outside.filter(isPackage).map(packageNamed), ...loaded.names])].sort(),
  };
}

function isPackage(path) {
  return !isBuiltin(path) && !/^[./]/.test(path);
}

function packageNamed(path) {
  return path
    .split('/')
    .slice(0, path.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Packages that a source loads with `createRequire`, which esbuild does not follow: it names them in a text. */
class LoadedPackages {
  names = new Set();
  dependencies = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies);

  note(source) {
    if (!source.includes('createRequire(')) return;
    for (const [, text] of source.matchAll(/['"`]([@a-z][^'"`\s]*)['"`]/g)) {
      const name = packageNamed(text);
      if (this.dependencies.includes(name)) this.names.add(name);
    }
  }
}

/** Without its environment variables, a program loads everything, reports what is missing, and exits. The code compiled by then is stored. */
function keepCode(entry) {
  spawnSync(process.execPath, [entry], { env: { PARLEY_KEEP_CODE: '1' }, stdio: 'ignore' });
}

function programsOf(project) {
  return readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name === 'main.ts' || name.endsWith('-worker.ts'))
    .map((name) => join(project, 'src', name));
}

/** Our sources, compiled as tests compile them: esbuild itself leaves out the types that Nest reads from decorators. */
const typescript = (loaded) => ({
  name: 'typescript',
  setup(bundler) {
    bundler.onResolve({ filter: /^@parley\/[a-z-]+(\/[a-z-]+)?$/ }, ({ path }) => {
      const [, library, part = ''] = path.split('/');
      return { path: resolve(root, 'libs', library, 'src', part, 'index.ts') };
    });
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const contents = await compiled(path);
      loaded.note(contents);
      return { contents, loader: 'js' };
    });
  },
});

const COMPILER = 'query_compiler.wasm';

/**
 * Prisma has its query compiler as base64 in a module, which V8 would keep beside the compiled program. Here it is a file, read when the first
 * statement needs it. Buffer.from, with which Prisma decodes the text, accepts bytes too.
 */
const queryCompiler = (output) => ({
  name: 'query compiler',
  setup(bundler) {
    // The Prisma client names ES modules. Beside each is a CommonJS one, whose exports can be a getter, so that the bytes are not kept.
    bundler.onResolve({ filter: /^@prisma\/client\/runtime\/query_compiler_.*\.wasm-base64\.mjs$/ }, ({ path }) => ({
      path: createRequire(import.meta.url).resolve(path.replace(/\.mjs$/, '.js')),
    }));
    bundler.onLoad({ filter: /query_compiler_.*\.wasm-base64\.js$/ }, ({ path }) => {
      const { wasm } = createRequire(path)(path);
      mkdirSync(output, { recursive: true });
      writeFileSync(join(output, COMPILER), Buffer.from(wasm, 'base64'));
      const read = `require('node:fs').readFileSync(require('node:path').join(__dirname, ${JSON.stringify(COMPILER)}))`;
      return { contents: `Object.defineProperty(exports, 'wasm', { enumerable: true, get: () => ${read} });`, loader: 'js' };
    });
  },
});

/** Packages have no lines in the source map, only their files: with their lines it would be ten times as large. */
const packages = {
  name: 'packages',
  setup(bundler) {
    bundler.onLoad({ filter: /node_modules.*\.[cm]?js$/ }, async ({ path }) => {
      const map = { version: 3, sources: [basename(path)], mappings: 'AAAA' };
      const comment = `//# sourceMappingURL=data:application/json;base64,${Buffer.from(JSON.stringify(map)).toString('base64')}`;
      return { contents: `${(await readFile(path, 'utf8')).replace(/^\/\/# sourceMappingURL=.*$/gm, '')}\n${comment}`, loader: 'js' };
    });
  },
};

const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;

/** Whether a file is part of a package that is installed for development only. */
function isForDevelopment(path) {
  const [folder = ''] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(relative(root, path)) ?? [];
  return locked[folder]?.dev === true;
}

/**
 * Packages name others that they use where they are installed. Those that are not, or only for development, fail as they do without a bundle: when
 * they are loaded.
 */
const absentPackages = {
  name: 'absent packages',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === absentPackages) return undefined;
      const found = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: absentPackages });
      const isAbsent = found.errors.length > 0 || isForDevelopment(found.path);
      return isAbsent && importer.includes('node_modules') ? { path, external: true } : found;
    });
  },
};
