// Bundles the page of a project (index.html and src/page.tsx) with esbuild, as programs are bundled, so that both read the declarations of
// libs/contracts in one way and the build needs no further packages (docs/adr/0067-a-web-app.md).
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { evaluatedContracts, lightContracts } from './light-contracts.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Of the scripts that are loaded before anything is shown, compressed. A build with more fails. */
const MOST_INITIAL_BYTES = 180_000;
/** Smaller files are sent as they are. */
const LEAST_COMPRESSED_BYTES = 1_000;

/** Writes dist/index.html and dist/assets/*, whose names contain a digest of their content. */
export async function bundlePage(project) {
  if (!existsSync(join(project, 'index.html'))) return undefined;
  const output = join(project, 'dist');
  rmSync(output, { recursive: true, force: true });
  mkdirSync(join(root, '.parley'), { recursive: true });
  const shared = sharedOptions(output);
  const late = await build({ ...shared, entryPoints: lateStyles(project), plugins: [onlyModernFonts] });
  const { metafile, outputFiles } = await build({
    ...shared,
    entryPoints: [join(project, 'src/page.tsx')],
    define: { 'process.env.NODE_ENV': '"production"', KATEX_STYLES: JSON.stringify(lateAddress(late.metafile, output, 'katex')) },
    plugins: [lightContracts(await evaluatedContracts()), onlyTheseLanguages],
  });
  const initial = initialFiles(metafile);
  const bytes = sizeOf(initial.scripts, outputFiles);
  if (bytes > MOST_INITIAL_BYTES)
    throw new Error(`The page begins with ${bytes} bytes of scripts, compressed. At most ${MOST_INITIAL_BYTES} are allowed.`);
  for (const file of [...late.outputFiles, ...outputFiles]) write(file.path, file.contents);
  const html = readFileSync(join(project, 'index.html'), 'utf8');
  const address = (path) => `/${relative(output, join(root, path))}`;
  const scripts = initial.scripts.map((path, place) =>
    place === 0 ? `<script type="module" src="${address(path)}"></script>` : `<link rel="modulepreload" href="${address(path)}">`,
  );
  const styles = initial.styles.map((path) => `<link rel="stylesheet" href="${address(path)}">`);
  const page = html.replace('<!-- styles -->', styles.join('\n')).replace('<!-- scripts -->', scripts.join('\n'));
  write(join(output, 'index.html'), Buffer.from(page));
  // Read by tools/src/image.
  const inputs = [...Object.keys(late.metafile.inputs), ...Object.keys(metafile.inputs)];
  const bundled = inputs.flatMap((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []);
  writeFileSync(join(output, 'packages.json'), JSON.stringify({ bundled: [...new Set(bundled)].sort(), outside: [] }, null, 1));
  return { initialBytes: bytes };
}

function sharedOptions(output) {
  return {
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    outdir: join(output, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    platform: 'browser',
    target: ['es2022', 'chrome109', 'firefox115', 'safari16.4'],
    minify: true,
    legalComments: 'none',
    jsx: 'automatic',
    loader: { '.woff2': 'file', '.svg': 'file' },
    logLevel: 'error',
  };
}

/** Styles that only some messages need. */
function lateStyles(project) {
  return [join(project, 'src/styles/katex.css')];
}

function lateAddress({ outputs }, output, name) {
  const path = Object.keys(outputs).find((file) => file.endsWith('.css') && outputs[file].entryPoint?.endsWith(`/${name}.css`));
  return `/${relative(output, join(root, path))}`;
}

/** Every browser that runs the page reads woff2. */
const onlyModernFonts = {
  name: 'only modern fonts',
  setup({ onLoad }) {
    onLoad({ filter: /katex\.min\.css$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(/,url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)/g, ''),
      loader: 'css',
    }));
  },
};

/** React Aria has its own texts in 34 languages. The page has two. */
const onlyTheseLanguages = {
  name: 'only these languages',
  setup({ onLoad }) {
    onLoad(
      {
        filter:
          /node_modules[/\\]react-(aria|stately|aria-components)[/\\].*[/\\](intl|private[/\\]intl).*[/\\][a-z]{2}-[A-Z]{2}\.(m?js|cjs)$/,
      },
      ({ path }) => (/[/\\](en-US|de-DE)\.m?js$/.test(path) ? undefined : { contents: 'export default {};', loader: 'js' }),
    );
  },
};

/** The script of the page and what it imports, except later imports. */
function initialFiles({ outputs }) {
  const entry = Object.keys(outputs).find((path) => outputs[path].entryPoint?.endsWith('src/page.tsx'));
  const scripts = [entry];
  for (const path of scripts) {
    for (const { path: next, kind } of outputs[path].imports)
      if (kind === 'import-statement' && !scripts.includes(next)) scripts.push(next);
  }
  const { cssBundle } = outputs[entry];
  return { scripts, styles: cssBundle === undefined ? [] : [cssBundle] };
}

function sizeOf(paths, files) {
  const wanted = new Set(paths.map((path) => join(root, path)));
  return files.filter(({ path }) => wanted.has(path)).reduce((sum, { contents }) => sum + gzipSync(contents, { level: 9 }).length, 0);
}

/** With the compressed forms beside it. */
function write(path, contents) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, contents);
  if (contents.length < LEAST_COMPRESSED_BYTES || /\.woff2$/.test(path)) return;
  writeFileSync(`${path}.gz`, gzipSync(contents, { level: 9 }));
  writeFileSync(`${path}.br`, brotliCompressSync(contents, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }));
}
