import { createChannel } from '@parley/contracts/channels';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { PageDialog } from '../dialogs/page-dialog.js';
import type { Place } from '../places/place.js';
import { channelTexts } from '../texts/parts/channel-texts.js';
import { usePage } from '../workspace/context.js';
import { useKeptText } from '../workspace/use-kept-text.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { ChannelFields, type ChannelValues } from './channel-fields.js';
import { PeoplePicker } from './people-picker.js';

const NEW: ChannelValues = { name: '', description: '', isPrivate: false, posters: undefined, folderId: null };

interface CreateChannelDialogProps {
  readonly onCreated: (place: Place) => void;
  readonly onClose: () => void;
}

/** Creates a channel, with its first subscribers. */
export default function CreateChannelDialog({ onCreated, onClose }: CreateChannelDialogProps) {
  const { workspace } = usePage();
  const words = useWords(channelTexts);
  const work = useWork();
  const typed = useKeptText('new channel', '');
  const [chosen, setValues] = useState(NEW);
  const values = { ...chosen, description: typed.text };
  const [people, setPeople] = useState<readonly number[]>([]);
  const { userId } = workspace.session;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, description, isPrivate, posters, folderId } = values;
    const params = {
      name: name.trim(),
      description: description.trim(),
      invite_only: isPrivate,
      subscribers: [userId, ...people],
      ...(typeof posters === 'number' && { can_send_message_group: posters }),
      ...(folderId !== null && { folder_id: folderId }),
    };
    work.run(
      () => workspace.client.call(createChannel, params),
      ({ id }) => {
        typed.end();
        onCreated({ kind: 'channel', channelId: id });
      },
    );
  };
  return (
    <PageDialog title={words.of('createChannel')} onClose={onClose}>
      <form onSubmit={submit}>
        <ChannelFields
          values={values}
          onChange={(next) => {
            setValues(next);
            if (next.description !== typed.text) typed.change(next.description);
          }}
        />
        <fieldset>
          <legend>{words.of('firstSubscribers')}</legend>
          <PeoplePicker chosen={people} without={new Set([userId])} onChange={setPeople} />
        </fieldset>
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={values.name.trim() === ''}>
          {words.of('create')}
        </Button>
      </form>
    </PageDialog>
  );
}
