import { isSpectator, type PersonalMessage, strangersAmong, usersOf, type Viewer } from '@parley/access';
import { readsReactingUser, unknownReactingUser } from '@parley/client-events';
import type { ReactingUser } from '@parley/contracts/messaging';
import { unknownEmail } from '@parley/contracts/organization';
import { type SqlReader } from '@parley/persistence';
import type { OrganizationAddresses } from '@parley/runtime';

export type ReactingUsers = ReadonlyMap<number, ReactingUser>;

interface ReactionReader {
  readonly viewer: Viewer;
  readonly clientName: string;
  readonly addresses: OrganizationAddresses;
}

/** The users who reacted to these messages, as the viewer may see them. Undefined, without a statement, unless the client reads them. */
export async function readReactingUsers(
  reader: SqlReader,
  { viewer, clientName, addresses }: ReactionReader,
  messages: readonly PersonalMessage[],
): Promise<ReactingUsers | undefined> {
  const [first] = messages;
  if (first === undefined || !readsReactingUser(clientName)) return undefined;
  const ids = [...new Set(messages.flatMap(({ facts }) => (facts.reactions ?? []).map(({ user_id }) => user_id)))];
  if (ids.length === 0) return undefined;
  const strangers = isSpectator(viewer) ? new Set<number>() : await strangersAmong(reader, viewer, ids);
  const host = addresses.mailDomain(first.facts.organizationStringId);
  const users = await usersOf(reader, viewer.organizationId, ids);
  return new Map(
    users.map(({ id, apiEmail, fullName }) => {
      if (strangers.has(id)) return [id, unknownReactingUser(id, host)];
      return [id, { email: isSpectator(viewer) ? unknownEmail(id, host) : apiEmail, full_name: fullName, user_id: id }];
    }),
  );
}
