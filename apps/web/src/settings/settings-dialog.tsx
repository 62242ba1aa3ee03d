import { lazy, Suspense } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components/Tabs';
import { PageDialog } from '../dialogs/page-dialog.js';
import { loadPart } from '../failure/load-part.js';
import { settingsTexts } from '../texts/parts/settings-texts.js';
import { usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { ApiKeySection } from './api-key-section.js';
import { AppearanceSection } from './appearance-section.js';
import { MutedSection } from './muted-section.js';
import { NotificationSection } from './notification-section.js';
import { PasswordSection } from './password-section.js';
import { ProfileSection } from './profile-section.js';
import { SecuritySection } from './security-section.js';
import { SessionsSection } from './sessions-section.js';
import { StatusSection } from './status-section.js';

// Loaded when it is needed.
const TokenSection = lazy(loadPart(() => import('./token-section.js')));

/** What the person sets for themselves. */
export default function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const { texts } = usePage();
  const words = useWords(settingsTexts);
  return (
    <PageDialog title={texts.of('settings')} onClose={onClose}>
      <Tabs>
        <TabList aria-label={texts.of('settings')} className="tabs">
          <Tab id="general">{words.of('general')}</Tab>
          <Tab id="profile">{words.of('profile')}</Tab>
          <Tab id="notifications">{words.of('notifications')}</Tab>
          <Tab id="account">{words.of('account')}</Tab>
          <Tab id="tokens">{words.of('tokens')}</Tab>
          <Tab id="muted">{words.of('mutedTab')}</Tab>
        </TabList>
        <TabPanel id="general">
          <StatusSection />
          <AppearanceSection />
          <SessionsSection />
        </TabPanel>
        <TabPanel id="profile">
          <ProfileSection />
        </TabPanel>
        <TabPanel id="notifications">
          <NotificationSection />
        </TabPanel>
        <TabPanel id="account">
          <PasswordSection />
          <SecuritySection />
          <ApiKeySection />
        </TabPanel>
        <TabPanel id="tokens">
          <Suspense fallback={<p>{texts.of('loading')}</p>}>
            <TokenSection />
          </Suspense>
        </TabPanel>
        <TabPanel id="muted">
          <MutedSection />
        </TabPanel>
      </Tabs>
    </PageDialog>
  );
}
