import { addReaction, deleteMessage } from '@parley/contracts/messaging';
import { lazy, Suspense } from 'react';
import { Button } from 'react-aria-components/Button';
import { PageDialog } from '../dialogs/page-dialog.js';
import { ErrorBoundary } from '../failure/error-boundary.js';
import { FailureNotice } from '../failure/failure-notice.js';
import { loadPart } from '../failure/load-part.js';
import { usePage } from '../workspace/context.js';
import type { useCommands, Window } from './use-commands.js';

// Loaded when they are needed.
const EmojiDialog = lazy(loadPart(() => import('../dialogs/emoji-dialog.js')));
const HistoryDialog = lazy(loadPart(() => import('../dialogs/history-dialog.js')));
const ReceiptsDialog = lazy(loadPart(() => import('../dialogs/receipts-dialog.js')));
const RecipientDialog = lazy(loadPart(() => import('../dialogs/recipient-dialog.js')));
const SearchDialog = lazy(loadPart(() => import('../dialogs/search-dialog.js')));
const SettingsDialog = lazy(loadPart(() => import('../settings/settings-dialog.js')));
const ShortcutsDialog = lazy(loadPart(() => import('../dialogs/shortcuts-dialog.js')));

export function OpenWindow({ page }: { readonly page: ReturnType<typeof useCommands> }) {
  const { texts, workspace } = usePage();
  if (page.open === undefined) return null;
  const failed = (error: unknown) => (
    <PageDialog title={texts.of('failureTitle')} onClose={() => page.setOpen(undefined)}>
      <FailureNotice error={error} texts={texts} mayReload={() => workspace.isKept} />
    </PageDialog>
  );
  return (
    <ErrorBoundary about={page.open} fallback={failed}>
      <Suspense fallback={null}>
        <Content open={page.open} page={page} />
      </Suspense>
    </ErrorBoundary>
  );
}

function Content({ open, page }: { readonly open: Window; readonly page: ReturnType<typeof useCommands> }) {
  const { workspace, texts, navigation, report } = usePage();
  const close = () => page.setOpen(undefined);
  switch (open.kind) {
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />;
    case 'settings':
      return <SettingsDialog onClose={close} />;
    case 'search': {
      const { place } = navigation.store.get();
      const search = (query: string) => {
        close();
        navigation.go({ kind: 'search', query });
      };
      return <SearchDialog initial={place.kind === 'search' ? place.query : ''} onSearch={search} onClose={close} />;
    }
    case 'recipient':
    case 'people': {
      const choose = (place: Parameters<typeof navigation.go>[0]) => {
        close();
        navigation.go(place);
      };
      return <RecipientDialog isForPeople={open.kind === 'people'} onChoose={choose} onClose={close} />;
    }
    case 'react':
      return (
        <EmojiDialog
          onClose={close}
          onChoose={({ name, code, type }) => {
            close();
            const params = { message_id: open.message.id, emoji_name: name, emoji_code: code, reaction_type: type };
            workspace.client.call(addReaction, params).catch(report);
          }}
        />
      );
    case 'history':
      return <HistoryDialog messageId={open.message.id} onClose={close} />;
    case 'receipts':
      return <ReceiptsDialog messageId={open.message.id} onClose={close} />;
    case 'remove': {
      const remove = () => {
        close();
        workspace.client.call(deleteMessage, { message_id: open.message.id }).catch(report);
      };
      return (
        <PageDialog role="alertdialog" title={texts.of('removeQuestion')} onClose={close}>
          <Button className="main-button" onPress={remove}>
            {texts.of('remove')}
          </Button>
        </PageDialog>
      );
    }
  }
}
