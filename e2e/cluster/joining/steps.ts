import { eventually } from '../../client/eventually.js';
import type { HeldDatabase, Hold, Statement } from './held-database.js';
import type { Joining } from './joining.js';

/** A step at which a joining can be stopped. */
export interface Step {
  readonly name: string;
  /** The service whose outbox call runs the step; null if the request itself does. */
  readonly calledService: 'invitations' | 'channels' | 'messaging' | null;
  /** Starts the joining and stops it in the middle of this step, before its changes are committed. */
  stop(database: HeldDatabase, joining: Joining): Promise<Hold>;
}

export const STEPS: readonly Step[] = [
  // After the account, its key and its password are written, and before its groups.
  { name: 'the account', calledService: null, stop: beginningHeld(({ invited }) => invitationRow(invited.invitationId, 'UPDATE')) },
  // A weaker lock: the account may refer to the invitation.
  {
    name: 'the end of the invitation',
    calledService: 'invitations',
    stop: beginningHeld(({ invited }) => invitationRow(invited.invitationId, 'NO KEY UPDATE')),
  },
  { name: 'the channels', calledService: 'channels', stop: beginningHeld(plansRow) },
  { name: 'what is left unread', calledService: 'messaging', stop: heldAfterChannels(flagOfNewest) },
  { name: 'the notice to the inviter', calledService: 'messaging', stop: heldAfterChannels(noticeOf(0)) },
  { name: 'the notice to the channel', calledService: 'messaging', stop: heldAfterChannels(noticeOf(1)) },
  { name: 'the greeting', calledService: 'messaging', stop: heldAfterChannels(noticeOf(2)) },
];

/** The first pending outbox call of the joining to a service. The relay deletes it when it is answered. */
export function outboxRow({ team }: Joining, service: string): Statement {
  return {
    text: 'SELECT FROM outbox_call WHERE organization_id = $1 AND service = $2 ORDER BY id LIMIT 1 FOR UPDATE',
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

/** The held row refers to the account, which must exist first: the channels step is held until the row is locked. */
function heldAfterChannels(held: (joining: Joining, database: HeldDatabase) => Promise<Statement>): Step['stop'] {
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

/** The row that is written when the newest message stays unread. */
async function flagOfNewest({ team, invited }: Joining): Promise<Statement> {
  return {
    text: `INSERT INTO message_flag (user_id, organization_id, message_id, flags)
      SELECT id, organization_id, $3, 0 FROM user_account WHERE organization_id = $1 AND delivery_email = $2`,
    values: [team.id, invited.email, team.said.at(-1)],
  };
}

/** The row that ensures that a notice is sent only once. */
function noticeOf(index: number) {
  return async ({ team }: Joining, database: HeldDatabase): Promise<Statement> => {
    const text = `SELECT input -> 'joined' -> 'notices' -> ${index} ->> 'key' AS key, input -> 'joined' -> 'notices' -> ${index} -> 'notice' ->> 'from' AS bot
      FROM outbox_call WHERE organization_id = $1 AND name = 'subscribeNewAccount'`;
    const [pending] = await eventually(
      () => database.rows<{ key: string; bot: string | null }>({ text, values: [team.id] }),
      ({ length }) => length > 0,
    );
    return {
      text: `INSERT INTO sent_local_id (organization_id, sender_id, queue_id, local_id, message_id)
        SELECT organization_id, id, 'notices', $2, 0 FROM user_account
        WHERE organization_id = $1 AND is_system_bot AND starts_with(api_email, $3 || '@')`,
      values: [team.id, pending?.key, pending?.bot ?? 'notification-bot'],
    };
  };
}
