import { channel, subscriptions } from '@parley/client';
import { topicKey } from '@parley/contracts';
import { type MessageObject, type PropagateMode, updateMessage } from '@parley/contracts/messaging';
import { type FormEvent, useEffect, useId, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Place } from '../places/place.js';
import { messageTexts } from '../texts/parts/message-texts.js';
import { useClientState, usePage, useStore } from '../workspace/context.js';
import { EmptyTopicError, newestIn } from '../workspace/topic-moves.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { PageDialog } from './page-dialog.js';

interface MoveDialogProps {
  readonly channelId: number;
  readonly topic: string;
  /** Without one, the whole topic is moved. */
  readonly message?: MessageObject;
  /** `to`: where the whole topic is now. */
  readonly onMoved: (to: Place | undefined) => void;
  readonly onClose: () => void;
}

const MODES = [
  ['change_one', 'moveOne'],
  ['change_later', 'moveLater'],
  ['change_all', 'moveAll'],
] as const;

/** Moves messages to another topic, which may be in another channel, and renames a topic. */
export default function MoveDialog({ channelId, topic, message, onMoved, onClose }: MoveDialogProps) {
  const { workspace, texts } = usePage();
  const state = useClientState();
  const words = useWords(messageTexts);
  const id = useId();
  const work = useWork();
  const [toChannel, setToChannel] = useState(channelId);
  const [toTopic, setToTopic] = useState(topic);
  const [mode, setMode] = useState<PropagateMode>(message === undefined ? 'change_all' : 'change_later');
  const [noticeOld, setNoticeOld] = useState(message === undefined);
  const [noticeNew, setNoticeNew] = useState(true);
  const known = useStore(workspace.topics.store, (lists) => lists.get(toChannel)) ?? [];
  useEffect(() => workspace.topics.open(toChannel), [workspace, toChannel]);
  const here = channel(state, channelId);
  const targets = [...new Set([...(here === undefined ? [] : [here]), ...subscriptions(state)])];
  const isSame = toChannel === channelId && toTopic.trim() === topic;

  const move = async () => {
    const moved = { ...(toTopic.trim() !== topic && { topic: toTopic.trim() }), ...(toChannel !== channelId && { stream_id: toChannel }) };
    await workspace.client.call(updateMessage, {
      message_id: message?.id ?? (await newest()),
      ...moved,
      propagate_mode: mode,
      send_notification_to_old_thread: noticeOld,
      send_notification_to_new_thread: noticeNew,
    });
  };
  const newest = async () => {
    try {
      return await newestIn(workspace.client, { channelId, topic });
    } catch (error) {
      throw error instanceof EmptyTopicError ? new Error(words.of('noMessagesInTopic')) : error;
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isSame) return;
    const to = { kind: 'topic', channelId: toChannel, topic: toTopic.trim() } as const;
    work.run(move, () => onMoved(mode === 'change_all' ? to : undefined));
  };
  return (
    <PageDialog title={words.of(message === undefined ? 'moveTopicTitle' : 'moveMessage')} onClose={onClose}>
      <form onSubmit={submit}>
        <label>
          {words.of('newChannel')}
          <select value={toChannel} onChange={(event) => setToChannel(Number(event.target.value))}>
            {targets.map(({ stream_id, name }) => (
              <option key={stream_id} value={stream_id}>
                #{name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {words.of('newTopic')}
          <input
            // biome-ignore lint/a11y/noAutofocus: the reader opened the window to write here
            autoFocus
            dir="auto"
            list={`${id}-topics`}
            maxLength={Number((state as Readonly<Record<string, unknown>>).max_topic_length ?? 60)}
            placeholder={texts.of('noTopic')}
            value={toTopic}
            onChange={(event) => setToTopic(event.target.value)}
          />
        </label>
        <datalist id={`${id}-topics`}>
          {known.map(({ name }) => (
            <option key={topicKey(name)} value={name} />
          ))}
        </datalist>
        {message !== undefined && (
          <fieldset>
            <legend>{words.of('moveWhat')}</legend>
            {MODES.map(([value, title]) => (
              <label key={value} className="choice-line">
                <input type="radio" name="mode" checked={mode === value} onChange={() => setMode(value)} />
                {words.of(title)}
              </label>
            ))}
          </fieldset>
        )}
        <label className="choice-line">
          <input type="checkbox" checked={noticeOld} onChange={(event) => setNoticeOld(event.target.checked)} />
          {words.of('noticeOld')}
        </label>
        <label className="choice-line">
          <input type="checkbox" checked={noticeNew} onChange={(event) => setNoticeNew(event.target.checked)} />
          {words.of('noticeNew')}
        </label>
        {isSame && <p className="notes">{words.of('sameTopic')}</p>}
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={isSame}>
          {words.of('move')}
        </Button>
      </form>
    </PageDialog>
  );
}
