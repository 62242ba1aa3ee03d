import { wellFormed } from './well-formed.js';

/** Clients encode fragments with percent-encoding and `.` in place of `%`. */
export function inFragment(text: string): string {
  return encodeURIComponent(wellFormed(text))
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.');
}

/** A channel in a fragment. */
export function channelInFragment({ id, name }: { readonly id: number; readonly name: string }): string {
  return `channel/${id}-${inFragment(name.replaceAll(' ', '-'))}`;
}
