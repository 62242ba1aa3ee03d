import type { MarkdownIt, StateInline, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.js';
import { channelInFragment, inFragment } from '../fragment.js';
import { type ChannelForm, channelFormAt, mayBeginName } from '../named-syntax.js';
import type { Named } from '../render-context.js';
import { renderingOf } from '../rendering.js';
import { Slot } from '../slot.js';

/**
 * `#**name**`            `<a class="stream" data-stream-id="9" href="/#narrow/channel/9-name">#name</a>`
 * `#**name>topic**`      `<a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-name/topic/topic">#name &gt; topic</a>`
 * `#**name>topic@12**`   `<a class="message-link" href="/#narrow/channel/9-name/topic/topic/near/12">#name &gt; topic @ 💬</a>`
 */
export function channelLinks(md: MarkdownIt): void {
  md.inline.ruler.before('strikethrough', 'channel_link', channelLinkRule);
  md.renderer.rules.channel_link = (tokens, index) => {
    const token = tokens[index];
    const link = token && slot.get(token);
    return link === undefined ? '' : renderChannelLink(link);
  };
}

interface ChannelLink {
  channel: Named;
  thread: { topic: string; messageId: number | undefined } | undefined;
}

/** Display name of the empty topic. Its address stays empty. */
const unnamedTopic = '<em>general chat</em>';

const slot = new Slot<Token, ChannelLink>();

function channelLinkRule(state: StateInline, isProbe: boolean): boolean {
  if (state.src[state.pos] !== '#' || state.linkLevel > 0 || !mayBeginName(state.src, state.pos)) return false;
  const form = channelFormAt(state.src, state.pos);
  if (form === undefined || state.pos + form.length > state.posMax) return false;
  const link = findChannel(state, form);
  if (link === undefined) return false;
  if (!isProbe) slot.set(state.push('channel_link', 'a', 0), link);
  state.pos += form.length;
  return true;
}

function findChannel(state: StateInline, form: ChannelForm): ChannelLink | undefined {
  const rendering = renderingOf(state.env);
  const whole = rendering.channel(form.whole);
  if (whole !== undefined) return { channel: whole, thread: undefined };
  const channel = form.thread && rendering.channel(form.thread.channel);
  return channel && { channel, thread: form.thread };
}

function renderChannelLink({ channel, thread }: ChannelLink): string {
  const address = `/#narrow/${channelInFragment(channel)}`;
  const name = `#${escapeHtml(channel.name)}`;
  if (thread === undefined) return `<a class="stream" data-stream-id="${channel.id}" href="${address}">${name}</a>`;
  const topicAddress = `${address}/topic/${inFragment(thread.topic)}`;
  const topic = `${name} &gt; ${thread.topic === '' ? unnamedTopic : escapeHtml(thread.topic)}`;
  if (thread.messageId === undefined) return `<a class="stream-topic" data-stream-id="${channel.id}" href="${topicAddress}">${topic}</a>`;
  return `<a class="message-link" href="${topicAddress}/near/${thread.messageId}">${topic} @ 💬</a>`;
}
