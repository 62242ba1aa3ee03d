/** Where the picture of a public address is in the storage: the gateway looks for it under its path. */
export function pictureKey(url: string): string {
  return url.replace(/^\//, '');
}
