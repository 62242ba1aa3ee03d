import { useClientState, usePage } from '../workspace/context.js';

/** The topic of a new conversation. */
export function TopicField({ topic, onChange }: { readonly topic: string; readonly onChange: (topic: string) => void }) {
  const { texts } = usePage();
  const state = useClientState();
  return (
    <input
      className="topic-field"
      dir="auto"
      aria-label={texts.of('topic')}
      placeholder={texts.of('topic')}
      maxLength={Number((state as Readonly<Record<string, unknown>>).max_topic_length ?? 60)}
      value={topic}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
