const LONGEST_NAME = 100;
const LONGEST_ENDING = 20;
const NAMELESS = 'uploaded-file';

/** Control characters, surrogates, code points that are no characters, and marks that turn the direction of writing around. */
const UNSHOWABLE = /[\p{Cc}\p{Cs}\p{Cn}\p{Bidi_Control}]/gu;

/** A file's name as people read it: without folders and without anything that cannot be shown, at most 100 characters with its ending. */
export function uploadName(given: string): string {
  const name = given.split(/[\\/]/).at(-1) ?? '';
  const shown = shortened(name.normalize('NFC').replace(UNSHOWABLE, '').replace(/\s+/g, ' ').trim());
  return /^\.*$/.test(shown) ? NAMELESS : shown;
}

/** The name as the last part of its address: letters, digits, dots, dashes and underscores, so that it needs no quoting in a message. */
export function uploadPathName(name: string): string {
  const plain = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+/, '');
  const path = shortened(plain);
  return path === '' ? NAMELESS : path;
}

function shortened(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  const ending = /\.[\p{L}\p{N}]+$/u.exec(name)?.[0] ?? '';
  const kept = [...ending].length <= LONGEST_ENDING ? ending : '';
  return characters.slice(0, LONGEST_NAME - [...kept].length).join('') + kept;
}

/** How an upload is known: `1/Ab3_x/cat.png`. Its bytes are under a key without its name. */
export interface UploadPath {
  readonly organizationId: number;
  readonly key: string;
}

const PATH_ID = /^(\d{1,9})\/([\w-]{24})\/[^/\0]+$/;

/** Undefined for what no upload can be known by. */
export function uploadPathOf(pathId: string): UploadPath | undefined {
  const [, organizationId, place] = PATH_ID.exec(pathId) ?? [];
  return place === undefined ? undefined : { organizationId: Number(organizationId), key: `uploads/${organizationId}/${place}` };
}
