export { AlertWords } from './alert-words.js';
export {
  checkEmoji,
  emojiNamed,
  isEmojiCode,
  type RealmEmojiFacts,
  type RequestedEmoji,
  type ResolvedEmoji,
  requestedEmoji,
  resolveEmoji,
} from './emoji/requested-emoji.js';
export { unicodeEmojiCode, unicodeEmojiNamesByCode } from './emoji/unicode-emoji.js';
export { escapeHtml } from './escape-html.js';
export { channelInFragment, inFragment } from './fragment.js';
export { compileLinkifiers, type LinkifierDefinition, type LinkifierMatch, type Linkifiers, linkifierPattern } from './linkifiers.js';
export { type References, referencedNames } from './referenced-names.js';
export type { CustomEmoji, Named, RenderContext } from './render-context.js';
export { type Rendered, renderDescription, renderMessage } from './render-message.js';
export type { RenderedFacts } from './rendered-facts.js';
export { type TopicLink, topicLinks } from './topic-links.js';
export { compiledLinkifiers } from './worker/compiled-linkifiers.js';
export { isExpensive } from './worker/expensive-text.js';
export { type RenderJob, renderJob } from './worker/render-job.js';
export { renderPlain } from './worker/render-plain.js';
export { RenderThread } from './worker/render-thread.js';
