import { isUserMuted, type KnownUser, presenceOf, statusOf, subscriptions, user } from '@parley/client';
import { listChannelsOfUser } from '@parley/contracts/channels';
import { muteUser, unmuteUser } from '@parley/contracts/messaging';
import { Button } from 'react-aria-components/Button';
import { AnswerState } from '../dialogs/answer-state.js';
import { PageDialog } from '../dialogs/page-dialog.js';
import { RenderedHtml } from '../message/rendered-html.js';
import { writtenTerm } from '../places/search-query.js';
import { peopleTexts } from '../texts/parts/people-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { PlaceLink } from '../workspace/place-link.js';
import { Status } from '../workspace/status.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { groupsOf, roleKey, timeOf } from './profile-facts.js';
import { type ShownField, shownFields } from './profile-fields.js';

/** Who somebody is. */
export default function ProfileDialog({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const words = useWords(peopleTexts);
  const person = user(useClientState(), userId);
  return (
    <PageDialog title={person.full_name} onClose={onClose}>
      {'role' in person ? <Profile person={person} onClose={onClose} /> : <p>{words.of('unknownPerson')}</p>}
    </PageDialog>
  );
}

function Profile({ person, onClose }: { readonly person: KnownUser; readonly onClose: () => void }) {
  const { workspace, navigation, texts } = usePage();
  const state = useClientState();
  const words = useWords(peopleTexts);
  const work = useWork();
  const { user_id: userId } = person;
  const isMyself = userId === workspace.session.userId;
  const isMuted = isUserMuted(state, userId);
  const status = statusOf(state, userId);
  const presence = presenceOf(state, userId, Date.now() / 1_000);
  const time = timeOf(person.timezone, texts.language);
  const groups = groupsOf(state, userId);
  const write = () => {
    onClose();
    navigation.go({ kind: 'direct', userIds: isMyself ? [] : [userId] });
  };
  const find = () => {
    onClose();
    const isOnly = (state.realm_users ?? []).filter(({ full_name }) => full_name === person.full_name).length === 1;
    navigation.go({ kind: 'search', query: writtenTerm('from', isOnly ? person.full_name : person.email) });
  };
  const mute = () => work.run(() => workspace.client.call(isMuted ? unmuteUser : muteUser, { muted_user_id: userId }));
  return (
    <>
      <div className="profile-head">
        <Avatar userId={userId} />
        <p>
          {!person.is_active && <strong>{words.of('deactivated')} </strong>}
          {words.of(person.is_bot ? 'roleBot' : roleKey(person.role))}
          {person.is_active && !person.is_bot && ` · ${presence === 'offline' ? words.of('offline') : texts.of(presence)}`}
          {status !== undefined && (
            <>
              <br />
              <Status status={status} />
            </>
          )}
        </p>
      </div>
      <dl className="facts">
        {person.delivery_email !== null && (
          <Fact name={texts.of('email')}>
            <a href={`mailto:${person.delivery_email}`}>{person.delivery_email}</a>
          </Fact>
        )}
        {time !== undefined && <Fact name={words.of('localTime')}>{time}</Fact>}
        <Fact name={words.of('joined')}>{texts.day(Date.parse(person.date_joined) / 1_000, Date.now() / 1_000)}</Fact>
        {person.bot_owner_id !== null && <Fact name={words.of('botOwner')}>{user(state, person.bot_owner_id).full_name}</Fact>}
        {shownFields(state, person).map((field) => (
          <Fact key={field.id} name={field.name}>
            <FieldValue field={field} />
          </Fact>
        ))}
        {groups.length > 0 && <Fact name={words.of('groups')}>{texts.list(groups.map(({ name }) => name))}</Fact>}
      </dl>
      {!isMyself && <CommonChannels userId={userId} onClose={onClose} />}
      <WorkState work={work} />
      {person.is_active && (
        <Button className="main-button" onPress={write}>
          {words.of(isMyself ? 'writeToMyself' : 'sendDirect')}
        </Button>
      )}
      <Button className="plain-button" onPress={find}>
        {words.of('messagesFrom')}
      </Button>
      {!isMyself && (
        <Button className="plain-button" onPress={mute}>
          {words.of(isMuted ? 'unmutePerson' : 'mutePerson')}
        </Button>
      )}
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

function FieldValue({ field: { text, html, link, userIds } }: { readonly field: ShownField }) {
  const { texts } = usePage();
  const state = useClientState();
  if (html !== undefined) return <RenderedHtml html={html} />;
  if (userIds !== undefined) return texts.list(userIds.map((id) => user(state, id).full_name));
  if (link === undefined) return text;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}

function CommonChannels({ userId, onClose }: { readonly userId: number; readonly onClose: () => void }) {
  const { workspace } = usePage();
  const words = useWords(peopleTexts);
  const state = useClientState();
  const answer = useAnswer(() => workspace.client.call(listChannelsOfUser, { user_id: userId }), userId);
  const ids = new Set(answer.value?.subscribed_channel_ids);
  const common = subscriptions(state).filter(({ stream_id }) => ids.has(stream_id));
  return (
    <section>
      <h3>{words.of('commonChannels')}</h3>
      <AnswerState answer={answer} />
      {answer.value !== undefined && common.length === 0 && <p>{words.of('noCommonChannels')}</p>}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click */}
      <ul className="inline-list" onClick={onClose}>
        {common.map(({ stream_id, name }) => (
          <li key={stream_id}>
            <PlaceLink place={{ kind: 'channel', channelId: stream_id }}>#{name}</PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
