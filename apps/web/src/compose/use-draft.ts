import { useEffect, useRef, useState } from 'react';
import { type Destination, draftName, topicDraftName } from '../places/destination.js';
import { usePage } from '../workspace/context.js';

/** The draft of a conversation, also after something else than typing has changed it. */
export function useDraft(destination: Destination) {
  const { workspace } = usePage();
  const name = draftName(destination);
  const [text, setText] = useState(() => workspace.drafts.of(name));
  useEffect(() => {
    const read = () => setText(workspace.drafts.of(name));
    read();
    return workspace.drafts.additions.subscribe(read);
  }, [workspace, name]);
  useEffect(() => workspace.draftSync.knows(destination), [workspace, destination]);
  return [text, setText] as const;
}

/** The topic of a new conversation. What is shown may be the topic of the message before, which is no draft. */
export function useTopicDraft(destination: Destination) {
  const { drafts } = usePage().workspace;
  const name = topicDraftName(destination);
  const [shown, setShown] = useState(() => drafts.of(name));
  const known = useRef(shown);
  useEffect(() => {
    const read = () => {
      const kept = drafts.of(name);
      if (kept === known.current) return;
      known.current = kept;
      setShown(kept);
    };
    return drafts.additions.subscribe(read);
  }, [drafts, name]);
  const keep = (topic: string) => {
    if (drafts.of(name) === topic) return;
    drafts.keep(name, topic);
    known.current = drafts.of(name);
  };
  const change = (topic: string) => {
    setShown(topic);
    keep(topic);
  };
  return { shown, keep, change };
}
