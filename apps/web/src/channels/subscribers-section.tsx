import { type channel, user } from '@parley/client';
import { listChannelMembers, subscribe, unsubscribe } from '@parley/contracts/channels';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { AnswerState } from '../dialogs/answer-state.js';
import { channelTexts } from '../texts/parts/channel-texts.js';
import { Avatar } from '../workspace/avatar.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useAnswer } from '../workspace/use-answer.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { PeoplePicker } from './people-picker.js';

const PAGE = 100;

/** Who is subscribed. The server refuses what the reader may not change. */
export function SubscribersSection({ channel: { stream_id, name } }: { readonly channel: NonNullable<ReturnType<typeof channel>> }) {
  const { workspace, texts } = usePage();
  const { client } = workspace;
  const words = useWords(channelTexts);
  const state = useClientState();
  const work = useWork();
  const [reads, setReads] = useState(0);
  const [added, setAdded] = useState<readonly number[]>([]);
  const [shown, setShown] = useState(PAGE);
  const answer = useAnswer(() => client.call(listChannelMembers, { stream_id }), `${stream_id} ${reads}`);
  const readAgain = () => {
    setAdded([]);
    setReads((times) => times + 1);
  };
  const { compare } = new Intl.Collator(texts.language);
  const ids = answer.value?.subscribers ?? [];
  const people = ids.map((id) => user(state, id)).sort((a, b) => compare(a.full_name, b.full_name));
  const add = () => work.run(() => client.call(subscribe, { subscriptions: [{ name }], principals: [...added] }), readAgain);
  const remove = (userId: number) => work.run(() => client.call(unsubscribe, { subscriptions: [name], principals: [userId] }), readAgain);
  return (
    <section>
      <h3>{words.of('subscribers')}</h3>
      <PeoplePicker chosen={added} without={new Set(ids)} onChange={setAdded} />
      {added.length > 0 && (
        <Button className="main-button" onPress={add}>
          {words.of('addSubscribers')}
        </Button>
      )}
      <WorkState work={work} />
      <AnswerState answer={answer} />
      {answer.value !== undefined && <p className="notes">{texts.count('person', people.length)}</p>}
      <ul className="people" aria-label={words.of('subscribers')}>
        {people.slice(0, shown).map(({ user_id, full_name }) => (
          <li key={user_id}>
            <Avatar userId={user_id} />
            <span className="entry-name" dir="auto">
              {full_name}
            </span>
            <Button className="plain-button" aria-label={words.of('removeOf', { name: full_name })} onPress={() => remove(user_id)}>
              {words.of('removeSubscriber')}
            </Button>
          </li>
        ))}
      </ul>
      {people.length > shown && (
        <Button className="plain-button" onPress={() => setShown(shown + PAGE)}>
          {texts.of('showMore')}
        </Button>
      )}
    </section>
  );
}
