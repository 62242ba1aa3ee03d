import { useEffect, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { PageDialog } from '../dialogs/page-dialog.js';
import { widgetTexts } from '../texts/parts/widget-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';

export interface Picture {
  readonly address: string;
  readonly name: string;
}

interface LightboxProps {
  readonly pictures: readonly Picture[];
  readonly first: number;
  readonly onClose: () => void;
}

/** Pictures of the messages that are shown, one at a time. Arrow keys lead to the others. */
export default function Lightbox({ pictures, first, onClose }: LightboxProps) {
  const { texts } = usePage();
  const words = useWords(widgetTexts);
  const [place, setPlace] = useState(first);
  const picture = pictures[place];
  useEffect(() => {
    const press = ({ key }: KeyboardEvent) => {
      // In a right-to-left page, the next one is on the left.
      const forward = getComputedStyle(document.documentElement).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
      if (key !== 'ArrowLeft' && key !== 'ArrowRight') return;
      setPlace((now) => Math.min(pictures.length - 1, Math.max(0, now + (key === forward ? 1 : -1))));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [pictures]);
  if (picture === undefined) return null;
  return (
    <PageDialog title={words.of('picture', { name: picture.name })} className="lightbox" onClose={onClose}>
      <img src={picture.address} alt={picture.name} />
      <p role="status">
        {texts.number(place + 1)} / {texts.number(pictures.length)}
      </p>
      <Button className="plain-button" isDisabled={place === 0} onPress={() => setPlace(place - 1)}>
        {words.of('previousPicture')}
      </Button>
      <Button className="plain-button" isDisabled={place === pictures.length - 1} onPress={() => setPlace(place + 1)}>
        {words.of('nextPicture')}
      </Button>
      <a href={picture.address} target="_blank" rel="noopener noreferrer">
        {words.of('openPicture')}
      </a>
    </PageDialog>
  );
}
