import { SHORTCUTS } from '../keyboard/shortcuts.js';
import { usePage } from '../workspace/context.js';
import { PageDialog } from './page-dialog.js';

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { texts } = usePage();
  return (
    <PageDialog title={texts.of('shortcuts')} onClose={onClose}>
      <dl className="shortcuts">
        {SHORTCUTS.map(({ keys, title }) => (
          <div key={title}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{texts.of(title)}</dd>
          </div>
        ))}
      </dl>
    </PageDialog>
  );
}
