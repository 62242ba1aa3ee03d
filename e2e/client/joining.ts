import type { OutputOf } from '@parley/contracts';
import { acceptInvitation } from '@parley/contracts/invitations';
import type { Mailbox } from './mailbox.js';
import type { World } from './world.js';

export interface MadeAccount {
  readonly user_id: number;
  readonly email: string;
  readonly api_key: string;
}

/** What a person enters to join. */
export interface Entered {
  readonly email: string;
  readonly full_name: string;
  readonly password: string;
  readonly default_stream_group_ids?: readonly number[];
}

/** The account of an accepted invitation. A reusable link makes none: the address is to be proved first. */
export function madeAccount({ user_id, email, api_key }: OutputOf<typeof acceptInvitation>): MadeAccount {
  if (user_id === undefined || email === undefined || api_key === undefined) throw new Error('there is no account yet');
  return { user_id, email, api_key };
}

/** The key of the link that a mail has. */
export function tokenIn(text: string): string {
  const token = /\/join\/([\w-]{43})/.exec(text)?.[1];
  if (token === undefined) throw new Error('there is no invitation link');
  return token;
}

/** The key of the link that proves an address, after its person opened a reusable link. */
export async function provenToken(
  world: World,
  mailbox: Mailbox,
  asked: { readonly token: string; readonly email: string },
): Promise<string> {
  await world.anybody(world.host).ok(acceptInvitation, asked);
  return tokenIn((await mailbox.mailTo(asked.email)).text);
}

/** Joins by a reusable link, as a person does: the account is made with the link in the mail. */
export async function joinByLink(world: World, mailbox: Mailbox, link: string, { email, ...account }: Entered): Promise<MadeAccount> {
  const token = await provenToken(world, mailbox, { token: link, email });
  return madeAccount(await world.anybody(world.host).ok(acceptInvitation, { token, ...account } as Record<string, unknown>));
}
