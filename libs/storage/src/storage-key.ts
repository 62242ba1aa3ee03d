/** Names without dots at their beginning and without anything that means something to a file system or a URL. */
const KEY = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;
const LONGEST = 300;

/** Whether a text can be the key of a file. No key leaves the folder it is looked up in. */
export function isStorageKey(text: string): boolean {
  return text.length <= LONGEST && KEY.test(text);
}

/** @throws Error: a key that is none is a fault of ours. What came from a client is asked of isStorageKey first. */
export function checkedKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('a storage key has a form that it must not have');
  return key;
}
