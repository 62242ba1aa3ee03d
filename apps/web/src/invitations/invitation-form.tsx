import { isPermitted, me, organizationSetting, subscriptions } from '@parley/client';
import { ALL_ROLES, ROLES, type Role } from '@parley/contracts';
import { createMultiuseInvitation, sendInvitations } from '@parley/contracts/invitations';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Permission } from '../channels/permission-select.js';
import { roleKey } from '../people/profile-facts.js';
import { invitationTexts } from '../texts/parts/invitation-texts.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useKeptText } from '../workspace/use-kept-text.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

const DAY_MINUTES = 1_440;
const LIFETIMES = [
  [DAY_MINUTES, 'oneDay'],
  [7 * DAY_MINUTES, 'oneWeek'],
  [30 * DAY_MINUTES, 'oneMonth'],
  [null, 'forever'],
] as const;

/** Invites by mail, or makes a link that any number of people can use. */
export function InvitationForm({ onInvited }: { readonly onInvited: () => void }) {
  const { workspace } = usePage();
  const words = useWords(invitationTexts);
  const people = useWords(peopleTexts);
  const state = useClientState();
  const work = useWork();
  const emails = useKeptText('invitations', '');
  const [role, setRole] = useState<Role>(ROLES.member);
  const [lifetime, setLifetime] = useState<number | null>(7 * DAY_MINUTES);
  const [channelIds, setChannelIds] = useState<readonly number[]>([]);
  const [link, setLink] = useState<string>();
  const myself = me(state);
  const own = 'role' in myself ? myself.role : ROLES.member;
  const mayMakeLinks = isPermitted(state, organizationSetting(state, 'create_multiuse_invite_group') as Permission | undefined);
  const offer = {
    invite_as: role,
    invite_expires_in_minutes: lifetime,
    stream_ids: [...channelIds],
    include_realm_default_subscriptions: true,
  };
  const send = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => workspace.client.call(sendInvitations, { ...offer, invitee_emails: emails.text }),
      () => {
        emails.end();
        onInvited();
      },
      words.of('sent'),
    );
  };
  const makeLink = () => {
    work.run(
      () => workspace.client.call(createMultiuseInvitation, offer),
      ({ invite_link }) => {
        setLink(invite_link);
        onInvited();
      },
    );
  };
  const toggle = (id: number) => setChannelIds(channelIds.includes(id) ? channelIds.filter((each) => each !== id) : [...channelIds, id]);
  return (
    <form onSubmit={send}>
      <label>
        {words.of('emails')}
        <textarea
          rows={3}
          dir="ltr"
          placeholder="ann@example.com, bob@example.com"
          value={emails.text}
          onChange={(event) => emails.change(event.target.value)}
        />
      </label>
      <label>
        {words.of('asRole')}
        <select value={role} onChange={(event) => setRole(Number(event.target.value) as Role)}>
          {ALL_ROLES.filter((each) => each >= own).map((each) => (
            <option key={each} value={each}>
              {people.of(roleKey(each))}
            </option>
          ))}
        </select>
      </label>
      <label>
        {words.of('lifetime')}
        <select value={lifetime ?? ''} onChange={(event) => setLifetime(event.target.value === '' ? null : Number(event.target.value))}>
          {LIFETIMES.map(([minutes, title]) => (
            <option key={title} value={minutes ?? ''}>
              {words.of(title)}
            </option>
          ))}
        </select>
      </label>
      <details>
        <summary>{words.of('alsoChannels')}</summary>
        {subscriptions(state).map(({ stream_id, name }) => (
          <label key={stream_id} className="choice-line" dir="auto">
            <input type="checkbox" checked={channelIds.includes(stream_id)} onChange={() => toggle(stream_id)} />#{name}
          </label>
        ))}
      </details>
      <WorkState work={work} />
      {link !== undefined && (
        <label>
          {words.of('newLink')}
          <input readOnly dir="ltr" value={link} onFocus={(event) => event.target.select()} />
        </label>
      )}
      <Button type="submit" className="main-button" isDisabled={emails.text.trim() === ''}>
        {words.of('sendMails')}
      </Button>
      {mayMakeLinks && (
        <Button className="plain-button" onPress={makeLink}>
          {words.of('makeLink')}
        </Button>
      )}
    </form>
  );
}
