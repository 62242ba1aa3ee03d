import { apiErrors, type Caller } from '@parley/contracts';
import { type SqlReader } from '@parley/persistence';
import { sendsTyping } from './typing.repository.js';

/** @throws typingDisabled for a user who disabled typing notifications */
export async function checkSendsTyping(reader: SqlReader, caller: Caller, kind: 'direct' | 'channel'): Promise<void> {
  if (!(await sendsTyping(reader, caller, kind))) throw apiErrors.typingDisabled({ kind });
}
