import { deleteScheduledMessage, type ScheduledMessageObject } from '@parley/contracts/messaging';
import { Button } from 'react-aria-components/Button';
import { RenderedHtml } from '../message/rendered-html.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { destinationOfScheduled } from './scheduled-params.js';

/** The messages that the server will send later, by their time. */
export default function ScheduledView() {
  const words = useWords(composeTexts);
  const { scheduled_messages = [] } = useClientState();
  const sorted = [...scheduled_messages].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  if (sorted.length === 0) return <p className="feed-start">{words.of('noScheduled')}</p>;
  return (
    <ul className="card-list">
      {sorted.map((scheduled) => (
        <ScheduledEntry key={scheduled.scheduled_message_id} scheduled={scheduled} />
      ))}
    </ul>
  );
}

function ScheduledEntry({ scheduled }: { readonly scheduled: ScheduledMessageObject }) {
  const { workspace, texts, windows } = usePage();
  const state = useClientState();
  const words = useWords(composeTexts);
  const work = useWork();
  const place = destinationOfScheduled(scheduled);
  const { scheduled_message_id, rendered_content, failed, scheduled_delivery_timestamp: due } = scheduled;
  const name = placeName(state, place, texts);
  const time = texts.moment(due);
  const remove = () => work.run(() => workspace.client.call(deleteScheduledMessage, { scheduled_message_id }));
  return (
    <li>
      <article aria-label={words.of('scheduledFor', { name, time })}>
        <p className="notes" dir="auto">
          <PlaceLink place={place}>{name}</PlaceLink> · <time dateTime={new Date(due * 1_000).toISOString()}>{time}</time>
        </p>
        {failed && (
          <p role="alert" className="error">
            {words.of('scheduledFailed')}
          </p>
        )}
        <RenderedHtml html={rendered_content} />
        <Button className="plain-button" onPress={() => windows.open({ kind: 'reschedule', scheduled })}>
          {texts.of('edit')}
        </Button>
        <Button className="plain-button" onPress={remove}>
          {texts.of('remove')}
        </Button>
        <WorkState work={work} />
      </article>
    </li>
  );
}
