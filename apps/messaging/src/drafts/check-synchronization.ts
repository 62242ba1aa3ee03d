import { apiErrors, type Caller } from '@parley/contracts';
import type { SqlReader } from '@parley/persistence';
import { keepsDrafts } from './drafts.repository.js';

/** @throws draftsNotSynchronized for a user who does not synchronize drafts with the server. */
export async function checkSynchronization(reader: SqlReader, { organizationId, userId }: Caller): Promise<void> {
  if (!(await keepsDrafts(reader, organizationId, userId))) throw apiErrors.draftsNotSynchronized();
}
