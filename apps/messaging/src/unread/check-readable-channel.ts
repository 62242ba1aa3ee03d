import type { Viewer } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import type { Tx } from '@parley/persistence';
import { mayReadChannel } from './unread.repository.js';

/** @throws invalidChannelId for a channel that does not exist or whose content the viewer may not see */
export async function checkReadableChannel(tx: Tx, viewer: Viewer, channelId: number): Promise<void> {
  if (!(await mayReadChannel(tx, viewer, channelId))) throw apiErrors.invalidChannelId();
}
