import { type ChannelFolderObject, createChannelFolder, reorderChannelFolders, updateChannelFolder } from '@parley/contracts/channels';
import { type FormEvent, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { earlier } from './order.js';
import { TextInput } from './text-input.js';

const LONGEST_NAME = 100;

/** Folders, by which channels are grouped. The settings of a channel say in which one it is. */
export function FolderSection() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const { channel_folders = [] } = useClientState();
  const work = useWork();
  const [name, setName] = useState('');
  const folders = channel_folders.filter(({ is_archived }) => !is_archived).sort((a, b) => a.order - b.order);
  const add = (event: FormEvent) => {
    event.preventDefault();
    work.run(
      () => workspace.client.call(createChannelFolder, { name: name.trim() }),
      () => setName(''),
      words.of('saved'),
    );
  };
  return (
    <section>
      <p className="notes">{words.of('folderMeaning')}</p>
      <form onSubmit={add}>
        <TextInput label={words.of('nameOfIt')} isRequired maxLength={LONGEST_NAME} value={name} onChange={setName} />
        <WorkState work={work} />
        <Button type="submit" className="main-button" isDisabled={name.trim() === ''}>
          {words.of('add')}
        </Button>
      </form>
      {folders.length === 0 && <p>{words.of('noFolders')}</p>}
      <ul className="card-list" aria-label={words.of('folders')}>
        {folders.map((folder) => (
          <FolderEntry key={folder.id} folder={folder} ids={folders.map(({ id }) => id)} />
        ))}
      </ul>
    </section>
  );
}

function FolderEntry({ folder: { id, name }, ids }: { readonly folder: ChannelFolderObject; readonly ids: readonly number[] }) {
  const { workspace, texts } = usePage();
  const { client } = workspace;
  const words = useWords(organizationTexts);
  const work = useWork();
  const [renamed, setRenamed] = useState<string>();
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (renamed === undefined) return;
    work.run(
      () => client.call(updateChannelFolder, { channel_folder_id: id, name: renamed.trim() }),
      () => setRenamed(undefined),
    );
  };
  return (
    <li>
      {renamed === undefined ? (
        <span dir="auto">{name}</span>
      ) : (
        <form onSubmit={rename}>
          <TextInput label={words.of('newNameOf', { name })} isRequired maxLength={LONGEST_NAME} value={renamed} onChange={setRenamed} />
          <Button type="submit" className="main-button">
            {texts.of('save')}
          </Button>
        </form>
      )}
      <p>
        <Button
          className="plain-button"
          {...(renamed === undefined && { 'aria-label': words.of('changeOf', { name }) })}
          onPress={() => setRenamed(renamed === undefined ? name : undefined)}
        >
          {renamed === undefined ? words.of('change') : texts.of('cancel')}
        </Button>
        <Button
          className="plain-button"
          aria-label={words.of('earlierOf', { name })}
          onPress={() => work.run(() => client.call(reorderChannelFolders, { order: earlier(ids, id) }))}
        >
          <span aria-hidden="true">↑</span>
        </Button>
        <Button
          className="plain-button"
          aria-label={words.of('archiveOf', { name })}
          onPress={() => work.run(() => client.call(updateChannelFolder, { channel_folder_id: id, is_archived: true }))}
        >
          {words.of('archiveFolder')}
        </Button>
      </p>
      <WorkState work={work} />
    </li>
  );
}
