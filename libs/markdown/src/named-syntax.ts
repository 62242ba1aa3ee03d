/**
 * The syntax for users, groups and channels. The rules and `referencedNames` use the same functions, so that the caller has looked up
 * every name that a rule can need.
 *
 * A name ends at the next `*`, which no name may contain, so each form is found in one pass even in hostile text.
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
  /** Empty if only the id is given. */
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
  /** The whole text between the stars, which is a channel's name if such a channel exists. */
  whole: string;
  /** Otherwise the part before the first `>`, and the part after it. */
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

/** `#**channel**`, `#**channel>topic**`, `#**channel>topic@123**`, and `#**channel>**` for the empty topic */
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

/** No mention begins inside a word, as in `me@**home**`, or right after `\`, `*`, `~` and `|`. */
export function mayBeginName(source: string, position: number): boolean {
  return !bindsToTheLeft.test(source.slice(Math.max(0, position - 2), position));
}

function matchAt(form: RegExp, source: string, position: number): RegExpExecArray | undefined {
  form.lastIndex = position;
  return form.exec(source) ?? undefined;
}

/** Names in stock clients contain letters of any script, and some are `family_man,_girl`, `flag_cote_d'ivoire`, `flag_myanmar_(burma)`. */
const emojiForm = /:([\p{L}\p{M}\p{N}_.,'()+-]{1,100}):/uy;

/** The name of an emoji written as `:tada:` at this position of the source. */
export function emojiNameAt(source: string, index: number): string | undefined {
  emojiForm.lastIndex = index;
  return emojiForm.exec(source)?.[1];
}
