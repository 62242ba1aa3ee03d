import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { allEmoji, type Emoji } from '../emoji/emoji-names.js';
import { bestFits } from '../matching/best-fits.js';
import { useClientState, usePage } from '../workspace/context.js';
import { PageDialog } from './page-dialog.js';

interface EmojiDialogProps {
  /** Default: for a reaction. */
  readonly title?: string;
  readonly onChoose: (emoji: Emoji) => void;
  readonly onClose: () => void;
}

const MOST = 60;
const POPULAR = ['+1', 'tada', 'smile', 'heart', 'working_on_it', 'octopus', 'eyes', 'check', 'joy', 'thinking', 'clap', 'pray'];

export default function EmojiDialog({ title, onChoose, onClose }: EmojiDialogProps) {
  const { texts, workspace, report } = usePage();
  const state = useClientState();
  const [emoji, setEmoji] = useState<readonly Emoji[]>();
  const [query, setQuery] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once for the window
  useEffect(() => {
    allEmoji(workspace.client, state).then(setEmoji, report);
  }, []);
  const popular = emoji?.filter(({ names }) => names.some((name) => POPULAR.includes(name))) ?? [];
  const first = [...popular, ...(emoji ?? []).filter((each) => !popular.includes(each))];
  const shown = query === '' ? first.slice(0, MOST) : bestFits(emoji ?? [], query.replaceAll(' ', '_'), ({ names }) => names, MOST);
  return (
    <PageDialog title={title ?? texts.of('addReaction')} onClose={onClose}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the reader opened the window to write here
        autoFocus
        aria-label={texts.of('findEmoji')}
        placeholder={texts.of('findEmoji')}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && shown[0] !== undefined) onChoose(shown[0]);
        }}
      />
      {emoji === undefined && <p>{texts.of('loading')}</p>}
      <ul className="emoji-choices">
        {shown.map((each) => (
          <li key={`${each.type} ${each.code}`}>
            <Button className="icon-button" aria-label={each.name.replaceAll('_', ' ')} onPress={() => onChoose(each)}>
              {each.glyph === undefined ? <img src={each.picture} alt="" /> : <span aria-hidden="true">{each.glyph}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </PageDialog>
  );
}
