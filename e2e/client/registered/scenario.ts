import { createUser, fetchApiKey } from '@parley/contracts/organization';
import type { Actor } from '../actor.js';
import { organizationOf } from '../demo.js';
import type { World } from '../world.js';

export interface Participant {
  readonly user_id: number;
  readonly email: string;
  readonly actor: Actor;
}

/** The users for checks that compare each field of a registration with changes made through the API. */
export interface Scenario {
  readonly world: World;
  /** The user who registers. Only these tests use them. */
  readonly me: Participant;
  readonly colleague: Participant;
  readonly owner: Participant;
}

/**
 * Changes something through the API. Returns the fields that a registration of `me` must contain from then on, as the owning endpoint
 * returns them.
 */
export type FieldCheck = (scenario: Scenario) => Promise<Readonly<Record<string, unknown>>>;

/** Uses the other organization of the demo, whose settings few tests change. */
export async function setUpScenario(world: World): Promise<Scenario> {
  const { host } = organizationOf(world.demo, 'other');
  const { stranger } = world;
  const ownerActor = world.as(stranger);
  const arrive = async (full_name: string): Promise<Participant> => {
    const email = `${world.fresh('registered').replaceAll(' ', '-')}@other.example`;
    const password = 'correct horse battery';
    const { user_id } = await ownerActor.ok(createUser, { email, password, full_name });
    const { api_key } = await world.anybody(host).ok(fetchApiKey, { username: email, password });
    return { user_id, email, actor: world.as({ email, api_key }) };
  };
  return {
    world,
    me: await arrive('Mia Registered'),
    colleague: await arrive('Col League'),
    owner: { user_id: stranger.user_id, email: stranger.email, actor: ownerActor },
  };
}
