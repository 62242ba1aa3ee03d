import { realmEmojiUrl } from '@parley/access';
import type { RenderJob } from '@parley/markdown';
import { organizationRules } from '../sending/organization-rules.js';
import type { SendContext } from '../sending/send-context.repository.js';

/** How a text is rendered according to the settings of the organization and the sender. Pure. */
export function renderJobOf(source: string, context: SendContext): RenderJob {
  const rules = organizationRules(context.organization);
  return {
    source,
    users: context.users.map(named),
    groups: context.groups.map(named),
    channels: context.channels.map(named),
    customEmoji: context.customEmoji.map((emoji) => ({ id: String(emoji.id), name: emoji.name, imageUrl: realmEmojiUrl(emoji) })),
    linkifiers: context.organization.linkifiers.map(({ pattern, urlTemplate }) => ({ pattern, urlTemplate })),
    translateEmoticons: context.translateEmoticons,
    previewMedia: rules.previewsMedia,
    defaultCodeLanguage: rules.defaultCodeLanguage,
  };
}

/** Drops other properties, because the job is copied to another thread. */
function named({ id, name }: { readonly id: number; readonly name: string }) {
  return { id, name };
}
