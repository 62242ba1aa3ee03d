import { PageDialog } from '../dialogs/page-dialog.js';
import { usePage } from '../workspace/context.js';
import { AppearanceSection } from './appearance-section.js';
import { SessionsSection } from './sessions-section.js';
import { StatusSection } from './status-section.js';

/** What the person sets for themselves. */
export default function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { texts } = usePage();
  return (
    <PageDialog title={texts.of('settings')} onClose={onClose}>
      <StatusSection />
      <AppearanceSection />
      <SessionsSection />
    </PageDialog>
  );
}
