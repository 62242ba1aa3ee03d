// Bundles the programs of a project, so that a process loads a few files instead of thousands (docs/adr/0029-bundled-processes.md).
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, join, resolve } from 'node:path';
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
  // Not its API, which prom-client loads at each start.
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-proto',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
];

/** Bundles `src/main.ts` of an app and each thread (`*-worker.ts`) to dist/<name>.js. */
export async function bundlePrograms(project) {
  const programs = programsOf(project);
  const output = join(project, 'dist');
  if (programs.length === 0) return;
  rmSync(output, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: output,
    entryNames: '[name]',
    bundle: true,
    // In one CommonJS file, modules that are required later are still loaded lazily, and Node accepts V8's compiled code for it.
    format: 'cjs',
    // Code from V8's code cache cannot call import() on Node 20.
    supported: { 'dynamic-import': false },
    outExtension: { '.js': '.cjs' },
    platform: 'node',
    target: 'node20.19',
    // Nest and pino show the names of classes and functions.
    keepNames: true,
    // V8 keeps the source in memory. Identifiers stay: stack traces name the class of a method by them.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    define: { 'import.meta.url': 'importMetaUrl' },
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    external: OUTSIDE,
    plugins: [typescript, queryCompiler(output), packages, absentPackages],
    logLevel: 'warning',
  });
  for (const program of programs) {
    const entry = join(output, `${basename(program, '.ts')}.js`);
    copyFileSync(new URL('launcher.mjs', import.meta.url), entry);
    keepCode(entry);
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
const typescript = {
  name: 'typescript',
  setup(bundler) {
    bundler.onResolve({ filter: /^@parley\/[a-z-]+(\/[a-z-]+)?$/ }, ({ path }) => {
      const [, library, part = ''] = path.split('/');
      return { path: resolve(root, 'libs', library, 'src', part, 'index.ts') };
    });
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => ({ contents: await compiled(path), loader: 'js' }));
  },
};

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

/** Packages name others that they use where they are installed. Those that are not fail as they do without a bundle: when they are loaded. */
const absentPackages = {
  name: 'absent packages',
  setup(bundler) {
    bundler.onResolve({ filter: /^[^./]/ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || pluginData === absentPackages) return undefined;
      const found = await bundler.resolve(path, { kind, importer, resolveDir, pluginData: absentPackages });
      return found.errors.length > 0 && importer.includes('node_modules') ? { path, external: true } : found;
    });
  },
};
