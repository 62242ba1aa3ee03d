/**
 * How a message names people, groups and channels. The rules and `referencedNames` read the same forms from here, so that whatever a
 * rule will ask for was offered to the caller for look-up.
 *
 * A name ends at the next `*`, which no name may contain, so each form is found in one pass however hostile the text.
 */
const userForm = /@(_?)\*\*([^*\n]+)\*\*/y;
const groupForm = /@(_?)\*([^*\n]+)\*(?!\*)/y;
const channelForm = /#\*\*([^*\n]+)\*\*/y;
const idSuffix = /\|(\d{1,15})$/;
const messageSuffix = /@(\d{1,15})$/;
const bindsToTheLeft = /[\p{L}\p{N}\\*~|]$/u;

export interface UserForm {
  length: number;
  silent: boolean;
  /** Empty where only the id is given. */
  name: string;
  id: number | undefined;
}

export interface GroupForm {
  length: number;
  silent: boolean;
  name: string;
}

export interface ChannelForm {
  length: number;
  /** All that stands between the stars: a channel's name, if there is such a channel. */
  whole: string;
  /** Otherwise, the part before the first `>` and what follows it. */
  thread: { channel: string; topic: string; messageId: number | undefined } | undefined;
}

/** `@**Name**`, `@**Name|7**`, `@**|7**` and the silent `@_**...**` */
export function userFormAt(source: string, position: number): UserForm | undefined {
  const match = matchAt(userForm, source, position);
  if (match === undefined) return undefined;
  const [text, underscore, inner = ''] = match;
  const id = idSuffix.exec(inner);
  return {
    length: text.length,
    silent: underscore === '_',
    name: id === null ? inner : inner.slice(0, id.index),
    id: id === null ? undefined : Number(id[1]),
  };
}

/** `@*group*` and the silent `@_*group*` */
export function groupFormAt(source: string, position: number): GroupForm | undefined {
  const match = matchAt(groupForm, source, position);
  if (match === undefined) return undefined;
  const [text, underscore, name = ''] = match;
  return { length: text.length, silent: underscore === '_', name };
}

/** `#**channel**`, `#**channel>topic**`, `#**channel>topic@123**`, and `#**channel>**` for the topic without a name */
export function channelFormAt(source: string, position: number): ChannelForm | undefined {
  const match = matchAt(channelForm, source, position);
  if (match === undefined) return undefined;
  const [text, whole = ''] = match;
  return { length: text.length, whole, thread: threadOf(whole) };
}

function threadOf(whole: string): ChannelForm['thread'] {
  const split = whole.indexOf('>');
  if (split <= 0) return undefined;
  const rest = whole.slice(split + 1);
  const message = messageSuffix.exec(rest);
  return {
    channel: whole.slice(0, split),
    topic: message === null ? rest : rest.slice(0, message.index),
    messageId: message === null ? undefined : Number(message[1]),
  };
}

/** Inside a word, as in `me@**home**`, and right after `\`, `*`, `~` and `|` there is no mention. */
export function mayBeginName(source: string, position: number): boolean {
  return !bindsToTheLeft.test(source.slice(Math.max(0, position - 2), position));
}

function matchAt(form: RegExp, source: string, position: number): RegExpExecArray | undefined {
  form.lastIndex = position;
  return form.exec(source) ?? undefined;
}

/** Names that stock clients know hold letters of any script, and some `family_man,_girl`, `flag_cote_d'ivoire`, `flag_myanmar_(burma)`. */
const emojiForm = /:([\p{L}\p{M}\p{N}_.,'()+-]{1,100}):/uy;

/** `:tada:` at this place of the source: its name. */
export function emojiNameAt(source: string, index: number): string | undefined {
  emojiForm.lastIndex = index;
  return emojiForm.exec(source)?.[1];
}
