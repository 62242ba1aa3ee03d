import { escapeHtml } from '../escape-html.js';
import type { Rendered } from '../render-message.js';
import { wellFormed } from '../well-formed.js';

/** The text as written, in paragraphs. Without links and mentions, so that no one is notified of text that is not displayed. */
export function renderPlain(source: string): Rendered {
  const html = wellFormed(source)
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `<p>${escapeHtml(paragraph.replace(/^\n+|\n+$/g, '')).replaceAll('\n', '<br>\n')}</p>`)
    .join('\n');
  return {
    html,
    isMeMessage: false,
    mentionedUserIds: [],
    mentionedGroupIds: [],
    channelWildcard: false,
    topicWildcard: false,
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    attachmentPaths: [],
  };
}
