// The entry point of every npm script, and the only file that runs before anything is installed: plain JavaScript, Node's own modules only.
// Checks Node, installs the node modules of package-lock.json, compiles tools/src, then runs tools/dist/commands/<name>.js in this process.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { HELP } from './help.mjs';
import { withLock } from './lock.mjs';

/** A failure that one sentence explains. Printed without a stack trace. */
class Sentence extends Error {}

const root = fileURLToPath(new URL('..', import.meta.url));
const [command, ...rest] = process.argv.slice(2);
const commandFile = join(root, `tools/dist/commands/${command}.js`);
const toolsStamp = join(root, 'tools/dist/.compiled');

if (asksForHelp()) {
  console.log(HELP[command]);
  process.exit(0);
}
try {
  checkNode();
  if (!isInstalled() || unlinked().length > 0 || !isCompiled()) {
    mkdirSync(join(root, '.parley'), { recursive: true });
    const onWait = (pid) => say(`another command (process ${pid}) is preparing this checkout, waiting for it`);
    await withLock(join(root, '.parley/bootstrap.lock'), { onWait }, prepare);
  }
} catch (error) {
  console.error(sentenceFor(error));
  process.exit(1);
}
if (!existsSync(commandFile)) {
  console.error(`There is no command "${command}": see the scripts in package.json.`);
  process.exit(1);
}
process.argv = [process.argv[0], commandFile, ...rest];
await import(pathToFileURL(commandFile).href);

/** Help is printed before the installation, so that it does not wait. Commands of admin print their own. */
function asksForHelp() {
  const asked = command === 'admin' ? rest.slice(0, 1) : rest;
  return HELP[command] !== undefined && asked.some((word) => word === '--help' || word === '-h');
}

async function prepare() {
  if (!isInstalled()) await step('node modules', 'npm', ['ci', '--loglevel=error', '--no-progress']);
  for (const [path, target] of unlinked()) symlinkSync(relative(dirname(path), target), join(root, path), 'dir');
  if (!isCompiled()) {
    await step('tools', process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', join(root, 'tools/tsconfig.json')]);
    writeFileSync(toolsStamp, sourcesDigest());
  }
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  // As `engines` in package.json says: what production dependencies support.
  if (major >= 24 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19)) return;
  throw new Sentence(
    `Parley needs Node 20 (from 20.19), 22 (from 22.12), or 24 and newer. This is ${process.versions.node}: install one of them, then run the command again.`,
  );
}

/** npm writes this file when it is done: each package must be there in the version of package-lock.json. Optional ones depend on the machine. */
function isInstalled() {
  const note = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  const wanted = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages);
  return wanted.every(
    ([path, { version, optional, link }]) =>
      path === '' || optional || link || !path.startsWith('node_modules/') || installed[path]?.version === version,
  );
}

/** Workspaces without a link in node_modules. One that was added since the installation needs only its link. */
function unlinked() {
  return Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
    .filter(([path, { link }]) => link && !existsSync(join(root, path)))
    .map(([path, { resolved }]) => [path, resolved]);
}

function isCompiled() {
  return existsSync(toolsStamp) && readFileSync(toolsStamp, 'utf8') === sourcesDigest();
}

/** Paths, sizes and times, because reading them is faster than reading the files, and every change affects one of them. */
function sourcesDigest() {
  const digest = createHash('sha256');
  const folder = join(root, 'tools/src');
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
  );
  for (const path of [
    ...sources.sort().map((name) => join(folder, name)),
    join(root, 'tools/tsconfig.json'),
    join(root, 'tsconfig.base.json'),
  ]) {
    const { size, mtimeMs } = statSync(path);
    digest.update(`${path} ${size} ${mtimeMs}\n`);
  }
  return digest.digest('hex');
}

/** Prints one line with its duration, and the program's own output only if it fails. */
async function step(title, program, args) {
  const began = Date.now();
  const isTerminal = process.stderr.isTTY;
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  if (!isTerminal) say(`${title} ...`);
  const ticking = isTerminal ? setInterval(() => process.stderr.write(`\r  ${title} ... ${seconds()}`), 200) : undefined;
  const { code, output } = await run(program, args);
  clearInterval(ticking);
  if (isTerminal) process.stderr.write('\r');
  if (code === 0) return say(`${title.padEnd(22)} ${seconds()}`);
  if (/no space left on device|\bENOSPC\b/i.test(output)) throw Object.assign(new Error(output), { code: 'ENOSPC' });
  const named = title === 'tools' ? 'The sources in tools/src do not compile' : `${program} ${args[0]} failed`;
  throw new Sentence(`${output.trim()}\n${named}: the lines above say why.`);
}

function run(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: installEnvironment() });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
    });
    child.stderr.on('data', (chunk) => {
      output += chunk;
    });
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Without the variables that `npm run` sets for its scripts, which a nested npm would read as its own settings. */
function installEnvironment() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config_(?!registry|cache|userconfig)|lifecycle|package)/.test(name)),
  );
}

function say(line) {
  process.stderr.write(`  ${line}\n`);
}

function sentenceFor(error) {
  if (error instanceof Sentence) return error.message;
  if (error.code === 'ENOSPC') return `The disk that holds ${root} is full: free some space, then run the command again.`;
  if (error.code === 'EACCES' || error.code === 'EROFS')
    return `${root} is not writable for this user: run the command as the owner of the checkout.`;
  return error.stack;
}
