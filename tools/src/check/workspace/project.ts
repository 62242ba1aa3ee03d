/** A folder that is checked as a unit: an app, a library, or one of the other top-level folders (tools, e2e, bench, prisma). */
export interface Project {
  readonly name: string;
  /** Relative to the workspace, with a trailing slash: `libs/rpc/`. */
  readonly root: string;
  readonly kind: 'app' | 'library' | 'outside';
}

/** The project that contains a path; undefined for the workspace's own files. */
export function projectOf(path: string): Project | undefined {
  const [top = '', second = '', third] = path.split('/');
  if (top === 'apps' && third !== undefined) return { name: second, root: `apps/${second}/`, kind: 'app' };
  if (top === 'libs' && third !== undefined) return { name: second, root: `libs/${second}/`, kind: 'library' };
  if (['tools', 'e2e', 'bench', 'prisma'].includes(top)) return { name: top, root: `${top}/`, kind: 'outside' };
  return undefined;
}
