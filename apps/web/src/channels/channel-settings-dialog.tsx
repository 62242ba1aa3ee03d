import { channel, isPermitted, me } from '@parley/client';
import { archiveChannel, updateChannel } from '@parley/contracts/channels';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { PageDialog } from '../dialogs/page-dialog.js';
import { channelTexts } from '../texts/parts/channel-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { changesIn, edited, NO_EDITS } from './channel-changes.js';
import { ChannelFields, type ChannelValues } from './channel-fields.js';
import { SubscribersSection } from './subscribers-section.js';

type Channel = NonNullable<ReturnType<typeof channel>>;

/** What a channel is, who is in it, and its settings for those who may change them. */
export default function ChannelSettingsDialog({ channelId, onClose }: { readonly channelId: number; readonly onClose: () => void }) {
  const { texts } = usePage();
  const words = useWords(channelTexts);
  const state = useClientState();
  const entry = channel(state, channelId);
  const person = me(state);
  const mayChange = ('is_admin' in person && person.is_admin) || isPermitted(state, entry?.can_administer_channel_group);
  if (entry === undefined) return null;
  return (
    <PageDialog title={words.of('settingsOf', { name: `#${entry.name}` })} onClose={onClose}>
      {mayChange ? (
        <Settings channel={entry} />
      ) : (
        <section>
          <p dir="auto">{entry.description}</p>
          <p>{words.of(entry.invite_only ? 'privateMeaning' : 'publicMeaning')}</p>
          <p className="notes">{words.of('mayNotChange')}</p>
        </section>
      )}
      <SubscribersSection channel={entry} />
      {mayChange && <Archive channel={entry} onArchived={onClose} title={texts.of('cancel')} />}
    </PageDialog>
  );
}

function Settings({ channel: entry }: { readonly channel: Channel }) {
  const { workspace } = usePage();
  const words = useWords(channelTexts);
  const work = useWork();
  const current: ChannelValues = {
    name: entry.name,
    description: entry.description,
    isPrivate: entry.invite_only,
    posters: entry.can_send_message_group,
    folderId: entry.folder_id ?? null,
  };
  const [edits, setEdits] = useState(NO_EDITS);
  const values = { ...current, ...edits.after };
  const changes = changesIn(edits, current);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (changes === undefined) return;
    work.run(
      () => workspace.client.call(updateChannel, { stream_id: entry.stream_id, ...changes }),
      () => setEdits(NO_EDITS),
      words.of('saved'),
    );
  };
  return (
    <section>
      <form onSubmit={submit}>
        <ChannelFields values={values} onChange={(next) => setEdits(edited(edits, values, next))} />
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={changes === undefined}>
          {words.of('saveChanges')}
        </Button>
      </form>
    </section>
  );
}

function Archive({
  channel: { stream_id },
  title,
  onArchived,
}: {
  readonly channel: Channel;
  readonly title: string;
  readonly onArchived: () => void;
}) {
  const { workspace } = usePage();
  const words = useWords(channelTexts);
  const work = useWork();
  const [isAsking, setAsking] = useState(false);
  const archive = () => work.run(() => workspace.client.call(archiveChannel, { stream_id }), onArchived);
  return (
    <section>
      <h3>{words.of('archive')}</h3>
      <p>{words.of('archiveMeaning')}</p>
      <WorkState work={work} />
      {isAsking ? (
        <>
          <Button className="main-button" onPress={archive}>
            {words.of('archiveNow')}
          </Button>
          <Button className="plain-button" onPress={() => setAsking(false)}>
            {title}
          </Button>
        </>
      ) : (
        <Button className="plain-button" onPress={() => setAsking(true)}>
          {words.of('archive')}
        </Button>
      )}
    </section>
  );
}
