import { realmEmojiUrl } from '@parley/access';
import type { RenderJob } from '@parley/markdown';
import type { TextContext } from '../composing/compose-context.repository.js';

/** How a text is rendered according to the settings of the organization and the writer. Pure. */
export function renderJobOf(source: string, context: TextContext): RenderJob {
  return {
    source,
    users: context.users.map(named),
    groups: context.groups.map(named),
    channels: context.channels.map(named),
    customEmoji: context.customEmoji.map((emoji) => ({ id: String(emoji.id), name: emoji.name, imageUrl: realmEmojiUrl(emoji) })),
    linkifiers: context.linkifiers,
    translateEmoticons: context.translateEmoticons,
    previewMedia: context.previewsMedia,
    defaultCodeLanguage: context.defaultCodeLanguage,
  };
}

/** Drops other properties, because the job is copied to another thread. */
function named({ id, name }: { readonly id: number; readonly name: string }) {
  return { id, name };
}
