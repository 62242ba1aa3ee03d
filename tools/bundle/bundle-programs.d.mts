/** @param project the folder of an app or a library */
export function bundlePrograms(project: string): Promise<void>;

export interface BundledPackages {
  /** Folders of packages with files in the bundle: `node_modules/pg`. */
  readonly bundled: readonly string[];
  /** Names of packages that the program loads from node_modules. */
  readonly outside: readonly string[];
}

/** Bundles a program of tools to one file. @param entry its path in the repository */
export function bundleTool(entry: string, outfile: string): Promise<BundledPackages>;
