import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.js';
import { groupFormAt, mayBeginName, userFormAt } from '../named-syntax.js';
import { renderingOf } from '../rendering.js';
import { Slot } from '../slot.js';

/**
 * `@**Hamlet**`    `<span class="user-mention" data-user-id="7">@Hamlet</span>`
 * `@_**Hamlet**`   `<span class="user-mention silent" data-user-id="7">Hamlet</span>`
 * `@*support*`     `<span class="user-group-mention" data-user-group-id="3">@support</span>`
 * `@**all**`       `<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>`
 * `@**topic**`     `<span class="topic-mention">@topic</span>`
 *
 * A silent mention displays the name without a notification. An unknown name stays text.
 */
export function mentions(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'mention', mentionRule);
  md.renderer.rules.mention = (tokens, index) => {
    const token = tokens[index];
    const mention = token && mentionOf(token);
    return mention === undefined ? '' : renderMention(mention);
  };
}

export type Mention = { name: string; silent: boolean } & (
  | { kind: 'user'; id: number }
  | { kind: 'group'; id: number }
  | { kind: 'channel-wildcard' }
  | { kind: 'topic-wildcard' }
);

const slot = new Slot<Token, Mention>();

export function mentionOf(token: Token): Mention | undefined {
  return slot.get(token);
}

export function silence(token: Token): void {
  const mention = slot.get(token);
  if (mention !== undefined) slot.set(token, { ...mention, silent: true });
}

const channelWildcards = new Set(['all', 'everyone', 'channel', 'stream']);

export function isWildcardName(name: string): boolean {
  return channelWildcards.has(name) || name === 'topic';
}

function mentionRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '@' || !mayBeginName(state.src, state.pos)) return false;
  const found = findMention(state);
  if (found === undefined || state.pos + found.length > state.posMax) return false;
  if (!isProbe) slot.set(state.push('mention', 'span', 0), found.mention);
  state.pos += found.length;
  return true;
}

function findMention(state: StateInline): { mention: Mention; length: number } | undefined {
  const rendering = renderingOf(state.env);
  const user = userFormAt(state.src, state.pos);
  if (user !== undefined) {
    const { length, silent, name } = user;
    if (user.id === undefined && channelWildcards.has(name)) return { length, mention: { kind: 'channel-wildcard', name, silent } };
    if (user.id === undefined && name === 'topic') return { length, mention: { kind: 'topic-wildcard', name, silent } };
    const known = rendering.user(name, user.id);
    return known && { length, mention: { kind: 'user', silent, ...known } };
  }
  const group = groupFormAt(state.src, state.pos);
  const known = group && rendering.group(group.name);
  return group && known && { length: group.length, mention: { kind: 'group', silent: group.silent, ...known } };
}

function renderMention(mention: Mention): string {
  const silent = mention.silent ? ' silent' : '';
  const shown = escapeHtml(mention.silent ? mention.name : `@${mention.name}`);
  switch (mention.kind) {
    case 'user':
      return `<span class="user-mention${silent}" data-user-id="${mention.id}">${shown}</span>`;
    case 'group':
      return `<span class="user-group-mention${silent}" data-user-group-id="${mention.id}">${shown}</span>`;
    case 'channel-wildcard':
      return `<span class="user-mention channel-wildcard-mention${silent}" data-user-id="*">${shown}</span>`;
    case 'topic-wildcard':
      return `<span class="topic-mention${silent}">${shown}</span>`;
  }
}
