import { ClearError, fullDiskSentence, isDiskFull } from '../terminal/clear-error.js';
import { findProgram } from './find-program.js';
import { findInstaller, thisMachine } from './installer.js';
import { lastLine, runInstaller } from './run-installer.js';
import { type StoreName, type StoreProgram, storePrograms } from './store-programs.js';

/**
 * Finds the server programs, and installs missing ones with the system's package manager.
 * @param report one short line per installation
 * @returns the binary of each requested store
 * @throws ClearError with what to install, if they cannot be installed here
 */
export async function ensurePrograms(names: readonly StoreName[], report: (line: string) => void): Promise<ReadonlyMap<StoreName, string>> {
  const programs = names.map((name) => storePrograms[name]);
  const missing = (await search(programs)).filter(({ found }) => !found).map(({ program }) => program);
  if (missing.length > 0) await install(missing, report);

  const paths = new Map<StoreName, string>();
  for (const { program, found, tooOld } of await search(programs)) {
    if (!found) throw new ClearError(stillMissingSentence(program, tooOld));
    paths.set(program.store, found.path);
  }
  return paths;
}

async function search(programs: readonly StoreProgram[]) {
  return Promise.all(programs.map(async (program) => ({ program, ...(await findProgram(program)) })));
}

async function install(missing: readonly StoreProgram[], report: (line: string) => void): Promise<void> {
  const installer = await findInstaller(thisMachine);
  if (!installer) throw new ClearError(installByHandSentence(missing));
  report(`installing ${missing.map(({ title }) => title).join(', ')} with ${installer.title}`);
  const run = await runInstaller(installer, missing);
  if (isDiskFull(run.output)) throw new ClearError(fullDiskSentence());
  if (run.exitCode !== 0) {
    throw new ClearError(`${installer.title} could not install them (${lastLine(run)}). ${installByHandSentence(missing)}`);
  }
}

function installByHandSentence(missing: readonly StoreProgram[]): string {
  const wanted = missing.map(({ title, minimumMajor }) => `${title} ${minimumMajor} or newer`).join(', ');
  const onDebian = `sudo apt-get install ${missing.map((program) => program.aptPackage).join(' ')}`;
  const onMac = `brew install ${missing.map((program) => program.brewPackage).join(' ')}`;
  return `Please install ${wanted} (Debian and Ubuntu: ${onDebian}; macOS: ${onMac}), then run the command again.`;
}

function stillMissingSentence(program: StoreProgram, tooOld: readonly number[]): string {
  const seen = tooOld.length > 0 ? `version ${tooOld.join(', ')} is installed` : `${program.binary} was not found`;
  return `Parley needs ${program.title} ${program.minimumMajor} or newer, but ${seen}: install a newer one, then run the command again.`;
}
