import { z } from 'zod';
import type { Fold } from '../fold.js';

const one = z.object({ property: z.string(), value: z.unknown() });
const several = z.object({ data: z.record(z.string(), z.unknown()) });

/** Properties of the organization are registered as `realm_<name>`. One that was not fetched stays absent. */
export const foldRealm: Fold = (state, event) => {
  if (event.op === 'update_dict') return withProperties(state, several.parse(event).data);
  if (event.op !== 'update') throw new Error(`no fold for realm ${String(event.op)}`);
  const { property, value } = one.parse(event);
  return withProperties(state, { [property]: value });
};

function withProperties(state: Readonly<Record<string, unknown>>, properties: Readonly<Record<string, unknown>>) {
  const known = Object.entries(properties).filter(([name]) => `realm_${name}` in state);
  const folded = Object.fromEntries(known.map(([name, value]) => [`realm_${name}`, value]));
  // An older name without the prefix.
  const older =
    'realm_jitsi_server_url' in folded ? { jitsi_server_url: folded.realm_jitsi_server_url ?? state.server_jitsi_server_url ?? null } : {};
  return { ...state, ...folded, ...older };
}
