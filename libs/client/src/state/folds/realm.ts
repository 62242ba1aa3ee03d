import type { ClientState, Fold } from '../client-state.js';

/** Properties of the organization are registered as `realm_<name>`. One that was not fetched stays absent. */
export const foldRealm: Fold<'realm'> = (state, event) => {
  // The last event. The next request fails.
  if (event.op === 'deactivated') return state;
  return withProperties(state, event.op === 'update_dict' ? event.data : { [event.property]: event.value });
};

function withProperties(state: ClientState, properties: Readonly<Record<string, unknown>>): ClientState {
  const known = Object.entries(properties).filter(([name]) => `realm_${name}` in state);
  const folded = Object.fromEntries(known.map(([name, value]) => [`realm_${name}`, value]));
  // An older name without the prefix.
  const older =
    'realm_jitsi_server_url' in folded ? { jitsi_server_url: folded.realm_jitsi_server_url ?? state.server_jitsi_server_url ?? null } : {};
  return { ...state, ...folded, ...older } as ClientState;
}
