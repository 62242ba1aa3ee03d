// Completes package-lock.json with the optional packages of other platforms. npm leaves out those that the registry at hand does not have,
// and `npm ci` then refuses the file everywhere. They are only fetched on the platform that they name. Run it after a dependency changed.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = fileURLToPath(new URL('../package-lock.json', import.meta.url));
const lock = JSON.parse(readFileSync(path, 'utf8'));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64'];

const missing = Object.entries(lock.packages).flatMap(([parent, { optionalDependencies = {}, peer, dev }]) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !isLocked(parent, name))
    .map(([name, version]) => [`node_modules/${name}`, entryOf(name, version, { dev, peer })]),
);
const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) });
lock.packages = Object.fromEntries(packages.sort(([a], [b]) => a.localeCompare(b, 'en')));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} added`);

function isLocked(parent, name) {
  return `${parent}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages;
}

function entryOf(name, version, flags) {
  const words = name.split('/').at(-1).split('-');
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (os.length === 0 || cpu.length === 0 || !/^\d/.test(version))
    throw new Error(`${name}@${version} is no platform package: add it by hand`);
  const libc = words.some((word) => word.startsWith('musl'))
    ? ['musl']
    : words.some((word) => word.startsWith('gnu'))
      ? ['glibc']
      : undefined;
  return JSON.parse(
    JSON.stringify({ version, cpu, dev: flags.dev, libc: os.includes('linux') ? libc : undefined, optional: true, os, peer: flags.peer }),
  );
}
