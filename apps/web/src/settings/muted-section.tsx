import { user } from '@parley/client';
import { setTopicVisibility, TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';
import { unmuteUser } from '@parley/contracts/messaging';
import { Button } from 'react-aria-components/Button';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { channelName, topicName } from '../workspace/names.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';

const CHOICES = [
  [TOPIC_VISIBILITY.muted, 'topicMuted'],
  [TOPIC_VISIBILITY.unmuted, 'topicUnmuted'],
  [TOPIC_VISIBILITY.followed, 'topicFollowed'],
  [TOPIC_VISIBILITY.inherit, 'topicAsChannel'],
] as const;

/** Muted people, and topics with a setting of their own. */
export function MutedSection() {
  const { workspace, texts } = usePage();
  const words = useWords(settingsTexts);
  const state = useClientState();
  const work = useWork();
  const { muted_users: people = [], user_topics: topics = [] } = state;
  const set = (channelId: number, topic: string, policy: TopicVisibility) =>
    work.run(() => workspace.client.call(setTopicVisibility, { stream_id: channelId, topic, visibility_policy: policy }));
  return (
    <>
      <WorkState work={work} />
      <section>
        <h3>{words.of('mutedPeople')}</h3>
        {people.length === 0 && <p>{words.of('noMutedPeople')}</p>}
        <ul className="sessions">
          {people.map(({ id }) => {
            const name = user(state, id).full_name;
            return (
              <li key={id}>
                <span dir="auto">{name}</span>
                <Button
                  className="plain-button"
                  aria-label={words.of('unmuteOf', { name })}
                  onPress={() => work.run(() => workspace.client.call(unmuteUser, { muted_user_id: id }))}
                >
                  {words.of('unmute')}
                </Button>
              </li>
            );
          })}
        </ul>
      </section>
      <section>
        <h3>{words.of('topics')}</h3>
        {topics.length === 0 && <p>{words.of('noTopics')}</p>}
        <ul className="sessions">
          {topics.map(({ stream_id, topic_name, visibility_policy }) => {
            const name = `#${channelName(state, stream_id, texts)} › ${topicName(topic_name, texts)}`;
            return (
              <li key={`${stream_id} ${topic_name}`}>
                <span dir="auto">{name}</span>
                <select
                  aria-label={words.of('topicSetting', { name })}
                  value={visibility_policy}
                  onChange={(event) => set(stream_id, topic_name, Number(event.target.value) as TopicVisibility)}
                >
                  {CHOICES.map(([policy, title]) => (
                    <option key={policy} value={policy}>
                      {words.of(title)}
                    </option>
                  ))}
                </select>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
