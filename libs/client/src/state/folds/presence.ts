import type { ClientState, Fold, StateEvent } from '../client-state.js';

export const foldPresence: Fold<'presence'> = (state, event) =>
  state.presences ? { ...state, presences: { ...state.presences, ...changes(event) } as NonNullable<ClientState['presences']> } : state;

function changes({ presences, email, presence }: StateEvent<'presence'>): Readonly<Record<string, unknown>> {
  if (presences !== undefined) return presences;
  if (email === undefined || presence === undefined) return {};
  const { client, status, timestamp } = presence.website;
  return { [email]: { aggregated: { client, status, timestamp }, website: presence.website } };
}
