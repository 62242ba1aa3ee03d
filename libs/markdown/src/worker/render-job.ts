import type { LinkifierDefinition } from '../linkifiers.js';
import type { RenderContext } from '../render-context.js';
import { type Rendered, renderMessage } from '../render-message.js';
import { compiledLinkifiers } from './compiled-linkifiers.js';

/** A text and everything that its rendering depends on, as plain data that can be sent to another thread. */
export interface RenderJob extends Omit<RenderContext, 'linkifiers'> {
  readonly source: string;
  readonly linkifiers: readonly LinkifierDefinition[];
}

/** Renders in the calling thread. */
export function renderJob({ source, linkifiers, ...context }: RenderJob): Rendered {
  return renderMessage(source, { ...context, linkifiers: compiledLinkifiers(linkifiers) });
}
