import { deleteDraft } from '@parley/contracts/messaging';
import { Button } from 'react-aria-components/Button';
import { draftName } from '../places/destination.js';
import { composeTexts } from '../texts/parts/compose-texts.js';
import { useClientState, usePage, useStore } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { PlaceLink } from '../workspace/place-link.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { allDrafts, type ListedDraft } from './all-drafts.js';

/** What the person has begun to write, here and in other browsers. */
export default function DraftsView() {
  const { workspace } = usePage();
  const words = useWords(composeTexts);
  const state = useClientState();
  useStore(workspace.drafts.changed, (change) => change);
  const shown = allDrafts(workspace, state);
  if (shown.length === 0) return <p className="feed-start">{words.of('noDrafts')}</p>;
  return (
    <ul className="card-list">
      {shown.map((draft) => (
        <DraftEntry key={draft.key} draft={draft} />
      ))}
    </ul>
  );
}

function DraftEntry({ draft: { text, place, conversation, id, editedAt } }: { readonly draft: ListedDraft }) {
  const { workspace, navigation, texts, windows } = usePage();
  const state = useClientState();
  const words = useWords(composeTexts);
  const work = useWork();
  const name = place === undefined ? words.of('noRecipient') : placeName(state, place, texts);
  const removeFromServer = () => {
    if (id !== undefined) work.run(() => workspace.client.call(deleteDraft, { draft_id: id }));
  };
  const remove = () => (conversation === undefined ? removeFromServer() : workspace.drafts.replace(conversation, ''));
  return (
    <li>
      <article aria-label={words.of('draftTo', { name })}>
        <p className="notes" dir="auto">
          {place === undefined ? name : <PlaceLink place={place}>{name}</PlaceLink>}
          {editedAt !== undefined && ` · ${texts.moment(editedAt)}`}
        </p>
        <p className="draft-text" dir="auto">
          {text}
        </p>
        {conversation === undefined && (
          <Button
            className="plain-button"
            onPress={() => {
              if (place === undefined) return windows.open({ kind: 'address', text, onAddressed: removeFromServer });
              workspace.drafts.add(draftName(place), text);
              removeFromServer();
              navigation.go(place);
            }}
          >
            {words.of('goOn')}
          </Button>
        )}
        <Button className="plain-button" onPress={remove}>
          {texts.of('remove')}
        </Button>
        <WorkState work={work} />
      </article>
    </li>
  );
}
