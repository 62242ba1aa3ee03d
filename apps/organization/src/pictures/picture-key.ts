/** The storage key of a public image URL. The gateway reads it from the path. */
export function pictureKey(url: string): string {
  return url.replace(/^\//, '');
}
