import { z } from 'zod';

const entry = z.looseObject({
  license: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
});
export const packageLock = z.looseObject({ packages: z.record(z.string(), entry) });
export type PackageLock = z.infer<typeof packageLock>;

export interface MissingPackage {
  readonly name: string;
  readonly version: string;
  /** Path of the package that optionally depends on it. */
  readonly wantedBy: string;
}

/**
 * Optional packages that the lock file does not contain, such as the binary of another platform. npm omits packages that the registry did not return
 * when the lock file was written, and `npm ci` then rejects the lock file everywhere.
 */
export function missingOptionals({ packages }: PackageLock): MissingPackage[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !placesFor(path, name).some((place) => place in packages))
      .map(([name, version]) => ({ name, version, wantedBy: path })),
  );
}

/** The paths where Node would look for a package, innermost first. */
function placesFor(path: string, name: string): string[] {
  const places = [`${path}/node_modules/${name}`];
  for (let at = path.lastIndexOf('/node_modules/'); at !== -1; at = path.lastIndexOf('/node_modules/', at - 1)) {
    places.push(`${path.slice(0, at)}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`];
}

const PLATFORM =
  /-(android|darwin|linux|win32|freebsd|openharmony)-(arm64|x64|arm|ia32|ppc64|riscv64|s390x|loong64)(?:-(gnu|musl|gnueabihf|musleabihf|msvc|eabi))?$/;

/** Adds the missing packages of other platforms, in npm's format. Their digests are not known; npm checks digests only if there are any. */
export function completeLock(lock: PackageLock): PackageLock {
  const added = missingOptionals(lock).flatMap(({ name, version, wantedBy }) => {
    const [, os, cpu, abi] = PLATFORM.exec(name) ?? [];
    if (!os || !cpu) return [];
    const { dev, license } = lock.packages[wantedBy] ?? {};
    const libc = os === 'linux' && abi ? { libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] } : {};
    return [
      [`node_modules/${name}`, { version, cpu: [cpu], ...(dev ? { dev } : {}), ...libc, license, optional: true, os: [os] }] as const,
    ];
  });
  const packages = [...Object.entries(lock.packages), ...added].sort(([a], [b]) => a.localeCompare(b, 'en'));
  return { ...lock, packages: Object.fromEntries(packages) };
}
