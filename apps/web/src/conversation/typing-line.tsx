import { directConversation, topicConversation, user } from '@parley/client';
import type { Place } from '../places/place.js';
import { useClientState, useOrganization, usePage } from '../workspace/context.js';

const MOST_NAMES = 3;

/** Who is writing in the conversation that is shown. */
export function TypingLine({ place }: { readonly place: Place }) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const typists = useOrganization((organization) => organization.typists);
  const conversation = conversationAt(place, workspace.session.userId);
  const names = typists.filter((typist) => typist.conversation === conversation).map(({ userId }) => user(state, userId).full_name);
  const shown = names.length <= MOST_NAMES ? texts.list(names) : texts.count('person', names.length);
  return (
    <p className="typing-line" dir="auto">
      {names.length > 0 && texts.of(names.length === 1 ? 'isTyping' : 'areTyping', { names: shown })}
    </p>
  );
}

function conversationAt(place: Place, userId: number): string | undefined {
  if (place.kind === 'topic') return topicConversation(place.channelId, place.topic);
  return place.kind === 'direct' ? directConversation([...place.userIds, userId]) : undefined;
}
