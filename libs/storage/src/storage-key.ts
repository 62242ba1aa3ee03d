/** Names that do not begin with a dot, without characters that have a meaning in a file system or a URL. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;
const MAX_LENGTH = 300;

/** Whether a text can be the key of a file. No key leads outside of the folder that it is resolved in. */
export function isStorageKey(text: string): boolean {
  return text.length <= MAX_LENGTH && KEY.test(text);
}

/** @throws Error, because an invalid key is an internal error. Check input of clients with isStorageKey first. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('invalid storage key');
  return key;
}
