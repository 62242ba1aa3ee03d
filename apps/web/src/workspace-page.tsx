import { organizationSetting, setting } from '@parley/client';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { ConnectionBanner } from './connection/connection-banner.js';
import { Conversation } from './conversation/conversation.js';
import { OpenWindow } from './conversation/open-window.js';
import { useCommands } from './conversation/use-commands.js';
import { ErrorBoundary } from './failure/error-boundary.js';
import { FailureNotice } from './failure/failure-notice.js';
import { loadPart } from './failure/load-part.js';
import { wasReloaded } from './failure/reload-once.js';
import type { Navigation } from './places/navigation.js';
import { isOverview, pathOf } from './places/place.js';
import type { AskedProof } from './session/proofs.js';
import { Sidebar } from './sidebar/sidebar.js';
import { languageOf, Texts } from './texts/texts.js';
import { Context, useClientState, usePage, useStore } from './workspace/context.js';
import { Windows } from './workspace/windows.js';
import type { Workspace } from './workspace/workspace.js';

interface WorkspacePageProps {
  readonly workspace: Workspace;
  readonly navigation: Navigation;
  readonly texts: Texts;
  readonly onSignOut: () => void;
}

// Loaded when it is needed.
const loadNotifier = loadPart(() => import('./notifications/notifier.js'));
const Overview = lazy(loadPart(() => import('./overview/overview.js')));

const ProofDialog = lazy(loadPart(() => import('./second-factor/proof-dialog.js')));

/** Everything after the sign-in. */
export function WorkspacePage({ workspace, navigation, texts: initial, onSignOut }: WorkspacePageProps) {
  const [failure, setFailure] = useState<string>();
  const wanted = useStore(workspace.organization.store, ({ state }) => setting(state, 'default_language'));
  const texts = useMemo(() => (typeof wanted === 'string' ? new Texts(languageOf([wanted])) : initial), [wanted, initial]);
  const windows = useMemo(() => new Windows(), []);
  const page = useMemo(() => {
    const report = (error: unknown) => setFailure(error instanceof Error ? error.message : String(error));
    return { workspace, navigation, texts, windows, report };
  }, [workspace, navigation, texts, windows]);
  useEffect(() => {
    document.documentElement.lang = texts.language;
  }, [texts]);
  useEffect(() => {
    return workspace.organization.follow((events) => {
      if (!events.some(({ type }) => type === 'message')) return;
      const { state } = workspace.organization.store.get();
      // As it is now: this part may be loaded later. Without it, messages are only shown in the page.
      loadNotifier().then(({ notify }) => notify(page, events, state), reportError);
    });
  }, [workspace, page]);
  return (
    <Context value={page}>
      <ColorScheme />
      <ReloadNotice />
      {failure !== undefined && (
        <div role="alert" className="failure">
          {texts.of('failed', { reason: failure })}
          <Button className="plain-button" onPress={() => setFailure(undefined)}>
            {texts.of('close')}
          </Button>
        </div>
      )}
      {/* Otherwise arrow keys go by the language of the browser, which may be written in the other direction. */}
      <I18nProvider locale={texts.language}>
        <Layout onSignOut={onSignOut} />
        <Proof />
      </I18nProvider>
    </Context>
  );
}

const same = (asked: AskedProof | undefined) => asked;

/** The question whether it is the reader, while a call waits for the answer. */
function Proof() {
  const { workspace } = usePage();
  const asked = useStore(workspace.proofs.asked, same);
  return (
    asked !== undefined && (
      <Suspense fallback={null}>
        <ProofDialog asked={asked} />
      </Suspense>
    )
  );
}

/** Why the page was loaded again without a press of a key. */
function ReloadNotice() {
  const { texts } = usePage();
  const [isShown, setShown] = useState(() => wasReloaded());
  return (
    isShown && (
      <div role="status" className="failure">
        {texts.of('newerVersion')}
        <Button className="plain-button" onPress={() => setShown(false)}>
          {texts.of('close')}
        </Button>
      </div>
    )
  );
}

function Layout({ onSignOut }: { readonly onSignOut: () => void }) {
  const { navigation, texts, windows } = usePage();
  const state = useClientState();
  const address = useStore(navigation.store, (value) => value);
  const page = useCommands(address.place);
  const [isOpen, setOpen] = useState(false);
  // On a phone, the sidebar closes when a place was chosen.
  useEffect(() => navigation.store.subscribe(() => setOpen(false)), [navigation]);
  return (
    <div className={isOpen ? 'layout is-open' : 'layout'}>
      <a className="skip-link" href="#messages">
        {texts.of('skipToMessages')}
      </a>
      <header className="top">
        <Button
          className="icon-button sidebar-button"
          aria-expanded={isOpen}
          aria-label={texts.of(isOpen ? 'closeNavigation' : 'openNavigation')}
          onPress={() => setOpen(!isOpen)}
        >
          <span aria-hidden="true">☰</span>
        </Button>
        <p className="organization" dir="auto">
          {String(organizationSetting(state, 'name') ?? '')}
        </p>
        <Button className="icon-button" aria-label={texts.of('search')} onPress={() => windows.open({ kind: 'search' })}>
          <Magnifier />
        </Button>
        <Button className="icon-button" aria-label={texts.of('settings')} onPress={() => windows.open({ kind: 'settings' })}>
          <span aria-hidden="true">⚙</span>
        </Button>
        <Button className="icon-button" aria-label={texts.of('shortcuts')} onPress={() => windows.open({ kind: 'shortcuts' })}>
          <span aria-hidden="true">?</span>
        </Button>
        <Button className="plain-button" onPress={onSignOut}>
          {texts.of('signOut')}
        </Button>
      </header>
      <ConnectionBanner />
      <Sidebar place={address.place} />
      <ErrorBoundary about={pathOf(address.place)} fallback={(error) => <FailedPlace error={error} />}>
        {isOverview(address.place) ? (
          <Suspense fallback={<main className="conversation" id="messages" tabIndex={-1} />}>
            <Overview place={address.place} />
          </Suspense>
        ) : (
          <Conversation address={address} page={page} />
        )}
      </ErrorBoundary>
      <OpenWindow onWrite={page.write} />
    </div>
  );
}

function FailedPlace({ error }: { readonly error: unknown }) {
  const { texts, workspace } = usePage();
  return (
    <main className="conversation overview" id="messages" tabIndex={-1}>
      <h1>{texts.of('failureTitle')}</h1>
      <div className="overview-content">
        <FailureNotice error={error} texts={texts} mayReload={() => workspace.isKept} />
      </div>
    </main>
  );
}

function Magnifier() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      <circle cx="6.5" cy="6.5" r="4.5" />
      <path d="M10 10l4.5 4.5" />
    </svg>
  );
}

const SCHEMES: Readonly<Record<number, string>> = { 2: 'dark', 3: 'light' };

/** That of the device, unless the person chose one. */
function ColorScheme() {
  const state = useClientState();
  const scheme = SCHEMES[Number(setting(state, 'color_scheme'))];
  useEffect(() => {
    if (scheme === undefined) delete document.documentElement.dataset.scheme;
    else document.documentElement.dataset.scheme = scheme;
  }, [scheme]);
  return null;
}
