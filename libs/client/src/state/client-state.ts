import type { ServerEvent } from '@parley/client-events';
import type { OutputOf } from '@parley/contracts';
import type { RegisteredFields } from '@parley/contracts/event-queue';
import type { getAttachments, MessageObject } from '@parley/contracts/messaging';

/** What is not part of a registration. A client that loaded it keeps it here, and events update it. */
interface LoadedFields {
  readonly attachments: OutputOf<typeof getAttachments>['attachments'];
  readonly upload_space_used: number;
  readonly messages: readonly MessageObject[];
}

/** The fields of a registration, or some of them. A field that was not fetched stays absent. Never changed in place. */
export type ClientState = Readonly<Partial<RegisteredFields>> & Partial<LoadedFields>;

/** Without its id, which folds do not use. */
export type StateEvent<T extends ServerEvent['type'] = ServerEvent['type']> = DistributiveOmit<Extract<ServerEvent, { type: T }>, 'id'>;
type DistributiveOmit<E, K extends string> = E extends unknown ? Omit<E, K> : never;

/** Applies an event to the state of the client of `userId`. Pure. What did not change stays the same object. */
export type Fold<T extends ServerEvent['type']> = (state: ClientState, event: StateEvent<T>, userId: number) => ClientState;
