import { type Caller, type ClientState, patiently } from '@parley/client';
import { getEmojiData } from '@parley/contracts/messaging';
import { glyphOf, pictureOf } from './glyph.js';

export interface Emoji {
  readonly name: string;
  readonly names: readonly string[];
  readonly code: string;
  readonly type: 'unicode_emoji' | 'realm_emoji';
  readonly glyph?: string;
  readonly picture?: string;
}

let unicode: Promise<readonly Emoji[]> | undefined;

/** All emoji of the organization, its own ones first. The names of the others are loaded once, when they are first needed. */
export async function allEmoji(caller: Caller, state: ClientState): Promise<readonly Emoji[]> {
  unicode ??= load(caller).catch((error: unknown) => {
    unicode = undefined;
    throw error;
  });
  const known = await unicode;
  return [...customEmoji(state), ...known];
}

async function load(caller: Caller): Promise<readonly Emoji[]> {
  const never = new AbortController().signal;
  const answer = await patiently(() => caller.call(getEmojiData, {}), never);
  return Object.entries(answer?.code_to_names ?? {}).flatMap(([code, names]) => {
    const [name] = names;
    const glyph = glyphOf(code);
    return name === undefined || glyph === undefined ? [] : [{ name, names, code, type: 'unicode_emoji' as const, glyph }];
  });
}

function customEmoji(state: ClientState): Emoji[] {
  return Object.entries(state.realm_emoji ?? {}).flatMap(([code, { name, deactivated }]) => {
    const picture = pictureOf(state, code);
    return deactivated || picture === undefined ? [] : [{ name, names: [name], code, type: 'realm_emoji' as const, picture }];
  });
}
