import { isPermitted, me, organizationSetting, user } from '@parley/client';
import { deactivateRealmEmoji } from '@parley/contracts/organization';
import { useState } from 'react';
import { Button } from 'react-aria-components/Button';
import type { Permission } from '../channels/permission-select.js';
import { organizationTexts } from '../texts/parts/organization-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { PictureButton } from './picture-button.js';

/** The emoji of the organization. Their authors and administrators remove them. */
export function EmojiSection() {
  const { texts } = usePage();
  const words = useWords(organizationTexts);
  const state = useClientState();
  const { compare } = new Intl.Collator(texts.language, { numeric: true });
  const emoji = Object.values(state.realm_emoji ?? {})
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => compare(a.name, b.name));
  const mayAdd = isPermitted(state, organizationSetting(state, 'can_add_custom_emoji_group') as Permission | undefined);
  return (
    <section>
      {mayAdd && <AddEmoji />}
      {emoji.length === 0 && <p>{words.of('noEmoji')}</p>}
      <ul className="card-list" aria-label={words.of('emoji')}>
        {emoji.map((each) => (
          <EmojiEntry key={each.id} emoji={each} />
        ))}
      </ul>
    </section>
  );
}

function AddEmoji() {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const work = useWork();
  const [name, setName] = useState('');
  // As people write it: the server takes lower case and no spaces.
  const written = name.trim().toLowerCase().replaceAll(' ', '_');
  const send = (file: File) =>
    work.run(
      () => workspace.sendForm(`/realm/emoji/${encodeURIComponent(written)}`, file),
      () => setName(''),
      words.of('saved'),
    );
  return (
    <>
      <label>
        {words.of('emojiName')}
        <input dir="auto" autoComplete="off" value={name} onChange={(event) => setName(event.target.value)} />
      </label>
      {written !== '' && <PictureButton label={words.of('chooseEmoji')} onChoose={send} />}
      <WorkState work={work} />
    </>
  );
}

interface EmojiEntryProps {
  readonly emoji: {
    readonly name: string;
    readonly source_url: string;
    readonly still_url?: string | null;
    readonly author_id: number | null;
  };
}

function EmojiEntry({ emoji: { name, source_url, author_id } }: EmojiEntryProps) {
  const { workspace } = usePage();
  const words = useWords(organizationTexts);
  const state = useClientState();
  const work = useWork();
  const person = me(state);
  const mayRemove = author_id === workspace.session.userId || ('is_admin' in person && person.is_admin);
  return (
    <li>
      <div className="card-head">
        <img className="emoji-picture" src={source_url} alt="" />
        <span dir="auto">:{name}:</span>
        {author_id !== null && (
          <span className="detail" dir="auto">
            {user(state, author_id).full_name}
          </span>
        )}
        {mayRemove && (
          <Button
            className="plain-button card-actions"
            aria-label={words.of('removeOf', { name })}
            onPress={() => work.run(() => workspace.client.call(deactivateRealmEmoji, { emoji_name: name }))}
          >
            {words.of('remove')}
          </Button>
        )}
      </div>
      <WorkState work={work} />
    </li>
  );
}
