import { user } from '@parley/client';
import { type InvitationObject, resendInvitation, revokeInvitation, revokeMultiuseInvitation } from '@parley/contracts/invitations';
import { Button } from 'react-aria-components/Button';
import { roleKey } from '../people/profile-facts.js';
import { invitationTexts } from '../texts/parts/invitation-texts.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

interface InvitationEntryProps {
  readonly invitation: InvitationObject;
  readonly onChanged: () => void;
}

/** An invitation that can still be accepted. */
export function InvitationEntry({ invitation, onChanged }: InvitationEntryProps) {
  const { workspace, texts } = usePage();
  const { client } = workspace;
  const words = useWords(invitationTexts);
  const people = useWords(peopleTexts);
  const state = useClientState();
  const work = useWork();
  const { id, email, link_url: link, is_multiuse, invited_as, invited_by_user_id, expiry_date } = invitation;
  const name = email ?? link ?? '';
  const revoke = () => work.run(() => client.call(is_multiuse ? revokeMultiuseInvitation : revokeInvitation, { invite_id: id }), onChanged);
  const resend = () => work.run(() => client.call(resendInvitation, { invite_id: id }), onChanged, words.of('sent'));
  const until = expiry_date === null ? words.of('forever') : words.of('until', { time: texts.moment(expiry_date) });
  return (
    <li>
      {link === undefined ? <span dir="auto">{name}</span> : <a href={link}>{link}</a>}
      <p className="notes">
        {people.of(roleKey(invited_as))} · {words.of('invitedBy', { name: user(state, invited_by_user_id).full_name })} · {until}
      </p>
      {!is_multiuse && (
        <Button className="plain-button" aria-label={words.of('resendTo', { name })} onPress={resend}>
          {words.of('resend')}
        </Button>
      )}
      <Button className="plain-button" aria-label={words.of('revokeOf', { name })} onPress={revoke}>
        {words.of('revoke')}
      </Button>
      <WorkState work={work} />
    </li>
  );
}
