import { user } from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';
import { addReaction, removeReaction } from '@parley/contracts/messaging';
import { Button } from 'react-aria-components/Button';
import { glyphOf, pictureOf } from '../emoji/glyph.js';
import { useClientState, usePage } from '../workspace/context.js';
import { groupedReactions, type ReactionGroup } from './grouped-reactions.js';

export function Reactions({ message }: { readonly message: MessageObject }) {
  const { workspace } = usePage();
  const groups = groupedReactions(message, workspace.session.userId);
  if (groups.length === 0) return null;
  return (
    <div className="reactions">
      {groups.map((group) => (
        <Reaction key={`${group.type} ${group.code}`} messageId={message.id} group={group} />
      ))}
    </div>
  );
}

function Reaction({ messageId, group }: { readonly messageId: number; readonly group: ReactionGroup }) {
  const { workspace, texts, report } = usePage();
  const state = useClientState();
  const { isMine, code, name, type, userIds } = group;
  const toggle = () => {
    const params = { message_id: messageId, emoji_name: name, emoji_code: code, reaction_type: type };
    workspace.client.call(isMine ? removeReaction : addReaction, params).catch(report);
  };
  const others = userIds.filter((id) => id !== workspace.session.userId).map((id) => user(state, id).full_name);
  const named = isMine ? [texts.of('you'), ...others] : others;
  const people = named.length > 5 ? [...named.slice(0, 4), texts.count('andOthers', named.length - 4)] : named;
  const picture = type === 'realm_emoji' ? pictureOf(state, code) : undefined;
  return (
    <Button
      className="reaction"
      onPress={toggle}
      aria-pressed={isMine}
      aria-label={texts.of('reactionBy', {
        emoji: name.replaceAll('_', ' '),
        count: texts.number(userIds.length),
        people: texts.list(people),
      })}
    >
      {picture === undefined ? <span aria-hidden="true">{glyphOf(code) ?? `:${name}:`}</span> : <img src={picture} alt="" />}
      <span aria-hidden="true">{texts.number(userIds.length)}</span>
    </Button>
  );
}
