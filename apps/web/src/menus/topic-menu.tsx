import { topicVisibilityOf } from '@parley/client';
import { setTopicVisibility, TOPIC_VISIBILITY, type TopicVisibility } from '@parley/contracts/channels';
import { Header } from 'react-aria-components/Header';
import { MenuItem, MenuSection } from 'react-aria-components/Menu';
import type { Place } from '../places/place.js';
import { messageTexts } from '../texts/parts/message-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { copyLinkTo } from '../workspace/copy-link.js';
import { markAsRead } from '../workspace/read-flags.js';
import { isResolved, setResolved } from '../workspace/topic-moves.js';
import { useWords } from '../workspace/use-words.js';
import { ActionMenu } from './action-menu.js';
import type { MenuProps } from './menu-button.js';

const CHOICES = [
  [TOPIC_VISIBILITY.inherit, 'topicAsChannel'],
  [TOPIC_VISIBILITY.muted, 'topicMuted'],
  [TOPIC_VISIBILITY.unmuted, 'topicUnmuted'],
  [TOPIC_VISIBILITY.followed, 'topicFollowed'],
] as const;

/** What can be done with a topic, and how much of it the reader wants to hear. */
export default function TopicMenu({ place, ...menu }: MenuProps & { readonly place: Extract<Place, { kind: 'topic' }> }) {
  const page = usePage();
  const { workspace, navigation, texts, windows, report } = page;
  const words = useWords(messageTexts);
  const state = useClientState();
  const { channelId, topic } = place;
  const visibility = topicVisibilityOf(state, channelId, topic);
  const choose = (policy: TopicVisibility) => {
    workspace.client.call(setTopicVisibility, { stream_id: channelId, topic, visibility_policy: policy }).catch(report);
  };
  const resolved = isResolved(topic);
  const resolve = () => {
    setResolved(workspace, place, !resolved)
      .then((renamed) => navigation.moved(place, { ...place, topic: renamed }))
      .catch(report);
  };
  return (
    <ActionMenu {...menu}>
      <MenuSection
        selectionMode="single"
        disallowEmptySelection
        selectedKeys={[visibility]}
        onSelectionChange={(keys) => {
          const [chosen] = CHOICES.filter(([policy]) => keys !== 'all' && keys.has(policy));
          if (chosen !== undefined && chosen[0] !== visibility) choose(chosen[0]);
        }}
      >
        <Header className="menu-heading">{words.of('notice')}</Header>
        {CHOICES.map(([policy, title]) => (
          <MenuItem key={policy} id={policy} textValue={words.of(title)}>
            {({ isSelected }) => (
              <>
                <span aria-hidden="true">{isSelected ? '● ' : '○ '}</span>
                {words.of(title)}
              </>
            )}
          </MenuItem>
        ))}
      </MenuSection>
      <MenuItem onAction={() => markAsRead(workspace, place).catch(report)}>{texts.of('markAsRead')}</MenuItem>
      {topic === '' ? null : <MenuItem onAction={resolve}>{words.of(resolved ? 'unresolve' : 'resolve')}</MenuItem>}
      <MenuItem onAction={() => windows.open({ kind: 'move', channelId, topic })}>{words.of('moveTopic')}</MenuItem>
      <MenuItem onAction={() => copyLinkTo(page, place)}>{texts.of('copyLink')}</MenuItem>
    </ActionMenu>
  );
}
