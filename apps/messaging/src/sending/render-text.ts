import { type Rendered, renderMessage } from '@parley/markdown';
import type { SendContext } from '@parley/persistence';
import { realmEmojiUrl } from '@parley/policies';
import { compiledLinkifiers } from '../linkifiers.js';
import type { OrganizationRules } from './organization-rules.js';

/** The text of a message as its sender's organization and settings have it rendered. Pure. */
export function renderText(content: string, context: SendContext, rules: OrganizationRules): Rendered {
  return renderMessage(content, {
    users: context.users,
    groups: context.groups,
    channels: context.channels,
    customEmoji: context.customEmoji.map((emoji) => ({ id: String(emoji.id), name: emoji.name, imageUrl: realmEmojiUrl(emoji) })),
    linkifiers: compiledLinkifiers(context.organization.linkifiers),
    translateEmoticons: context.translateEmoticons,
    previewMedia: rules.previewsMedia,
    defaultCodeLanguage: rules.defaultCodeLanguage,
  });
}
