import { type MessageObject, updateMessageFlags } from '@parley/contracts/messaging';
import type { PageContext } from '../workspace/context.js';

export function toggleStar({ workspace, report }: PageContext, { id, flags }: MessageObject): void {
  const op = flags?.includes('starred') ? 'remove' : 'add';
  workspace.client.call(updateMessageFlags, { messages: [id], op, flag: 'starred' }).catch(report);
}
