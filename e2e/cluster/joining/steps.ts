import { eventually } from '../../client/eventually.js';
import type { HeldDatabase, Hold, Statement } from './held-database.js';
import type { Joining } from './joining.js';

/** Where a joining can be stopped. */
export interface Step {
  readonly name: string;
  /** Whom it is owed by what came before; null: the request itself does it. */
  readonly owedTo: 'invitations' | 'channels' | 'messaging' | null;
  /** Has it begin, and stop in the middle of this step: what it wrote so far is not committed. */
  stop(database: HeldDatabase, joining: Joining): Promise<Hold>;
}

export const STEPS: readonly Step[] = [
  // Behind the account, its key and its password, and before its groups.
  { name: 'the account', owedTo: null, stop: beginningHeld(({ invited }) => invitationRow(invited.invitationId, 'UPDATE')) },
  // A weaker lock: the account may refer to the invitation.
  {
    name: 'the end of the invitation',
    owedTo: 'invitations',
    stop: beginningHeld(({ invited }) => invitationRow(invited.invitationId, 'NO KEY UPDATE')),
  },
  { name: 'the channels', owedTo: 'channels', stop: beginningHeld(plansRow) },
  { name: 'what is left unread', owedTo: 'messaging', stop: heldBehindChannels(flagOfNewest) },
  { name: 'the notice to the inviter', owedTo: 'messaging', stop: heldBehindChannels(noticeOf(0)) },
  { name: 'the notice to the channel', owedTo: 'messaging', stop: heldBehindChannels(noticeOf(1)) },
  { name: 'the greeting', owedTo: 'messaging', stop: heldBehindChannels(noticeOf(2)) },
];

/** The first of what the joining owes a service, which whoever makes the call strikes out when it is answered. */
export function owedRow({ team }: Joining, service: string): Statement {
  return {
    text: 'SELECT FROM owed_call WHERE organization_id = $1 AND service = $2 ORDER BY id LIMIT 1 FOR UPDATE',
    values: [team.id, service],
  };
}

function beginningHeld(held: (joining: Joining) => Statement): Step['stop'] {
  return async (database, joining) => {
    const hold = await database.hold(held(joining));
    joining.begin();
    return hold;
  };
}

/** What is held names the account, so that has to be there: the channels wait until it is held. */
function heldBehindChannels(held: (joining: Joining, database: HeldDatabase) => Promise<Statement>): Step['stop'] {
  return async (database, joining) => {
    const channels = await database.hold(plansRow(joining));
    joining.begin();
    await channels.waiting();
    const hold = await database.hold(await held(joining, database));
    await channels.release();
    return hold;
  };
}

function invitationRow(id: number, strength: 'UPDATE' | 'NO KEY UPDATE'): Statement {
  return { text: `SELECT FROM invitation WHERE id = $1 FOR ${strength}`, values: [id] };
}

function plansRow({ team }: Joining): Statement {
  return { text: 'SELECT FROM channel WHERE id = $1 FOR UPDATE', values: [team.channels.plans] };
}

/** The row that leaving the newest message unread writes. */
async function flagOfNewest({ team, invited }: Joining): Promise<Statement> {
  return {
    text: `INSERT INTO message_flag (user_id, organization_id, message_id, flags)
      SELECT id, organization_id, $3, 0 FROM user_account WHERE organization_id = $1 AND delivery_email = $2`,
    values: [team.id, invited.email, team.said.at(-1)],
  };
}

/** The row that has a notice sent only once. */
function noticeOf(place: number) {
  return async ({ team }: Joining, database: HeldDatabase): Promise<Statement> => {
    const text = `SELECT input -> 'joined' -> 'notices' -> ${place} ->> 'key' AS key, input -> 'joined' -> 'notices' -> ${place} -> 'notice' ->> 'from' AS bot
      FROM owed_call WHERE organization_id = $1 AND name = 'subscribeNewAccount'`;
    const [owed] = await eventually(
      () => database.rows<{ key: string; bot: string | null }>({ text, values: [team.id] }),
      ({ length }) => length > 0,
    );
    return {
      text: `INSERT INTO sent_local_id (organization_id, sender_id, queue_id, local_id, message_id)
        SELECT organization_id, id, 'notices', $2, 0 FROM user_account
        WHERE organization_id = $1 AND is_system_bot AND starts_with(api_email, $3 || '@')`,
      values: [team.id, owed?.key, owed?.bot ?? 'notification-bot'],
    };
  };
}
