import { randomBytes } from 'node:crypto';

const SUFFIX = '.tar.gz';
const FILE_BYTES = 18;

/** Random part of the name of an archive. */
export function newFile(): string {
  return randomBytes(FILE_BYTES).toString('hex');
}

/** Where the gateway serves the archive. */
export function exportUrl(id: number, file: string): string {
  return `/user_exports/${id}/${file}${SUFFIX}`;
}

/** The storage key of an archive. */
export function archiveKey(organizationId: number, file: string): string {
  return `${archivesFolder(organizationId)}/${file}${SUFFIX}`;
}

/** Where the storage has all archives of an organization. */
export function archivesFolder(organizationId: number): string {
  return `exports/${organizationId}`;
}

/** The random part of a name in a URL. */
export function fileOf(name: string): string {
  return name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : '';
}
