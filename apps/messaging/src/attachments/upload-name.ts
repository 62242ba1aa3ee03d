const MAX_NAME_LENGTH = 100;
const MAX_EXTENSION_LENGTH = 20;
const DEFAULT_NAME = 'uploaded-file';

/** Control characters, surrogates, unassigned code points, and marks that change the direction of text. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Cn}\p{Bidi_Control}]/gu;

/** The display name of a file: without folders and unprintable characters, at most 100 characters including its extension. */
export function uploadName(given: string): string {
  const name = given.split(/[\\/]/).at(-1) ?? '';
  const shown = shortened(name.normalize('NFC').replace(UNPRINTABLE, '').replace(/\s+/g, ' ').trim());
  return /^\.*$/.test(shown) ? DEFAULT_NAME : shown;
}

/** The name as the last part of its URL: letters, digits, dots, dashes and underscores, so that it needs no escaping in a message. */
export function uploadPathName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  const path = shortened(plain);
  return path === '' ? DEFAULT_NAME : path;
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= MAX_NAME_LENGTH) return name;
  const extension = /\.[\p{L}\p{N}]+$/u.exec(name)?.[0] ?? '';
  const kept = [...extension].length <= MAX_EXTENSION_LENGTH ? extension : '';
  return characters.slice(0, MAX_NAME_LENGTH - [...kept].length).join('') + kept;
}
