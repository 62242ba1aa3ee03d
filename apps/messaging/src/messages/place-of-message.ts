import { type Viewer } from '@parley/access';
import { apiErrors } from '@parley/contracts';
import { type SqlReader } from '@parley/persistence';
import { type PlacedMessage, readPlaced } from './placed-message.repository.js';

/** @throws invalidMessages if there is no message that the viewer may read and that can change; the error does not reveal which */
export async function placeOfMessage(reader: SqlReader, viewer: Viewer, messageId: number): Promise<PlacedMessage> {
  const message = await readPlaced(reader, viewer, messageId);
  if (message === undefined) throw apiErrors.invalidMessages();
  return message;
}
