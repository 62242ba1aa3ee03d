import { addReaction, deleteMessage } from '@parley/contracts/messaging';
import { lazy } from 'react';
import { Button } from 'react-aria-components/Button';
import { PageDialog } from '../dialogs/page-dialog.js';
import { loadPart } from '../failure/load-part.js';
import type { Destination } from '../places/destination.js';
import type { Place } from '../places/place.js';
import { usePage } from '../workspace/context.js';
import type { PageWindow } from '../workspace/windows.js';

// Loaded when they are needed.
const AddressDialog = lazy(loadPart(() => import('../dialogs/address-dialog.js')));
const ChannelSettingsDialog = lazy(loadPart(() => import('../channels/channel-settings-dialog.js')));
const CreateChannelDialog = lazy(loadPart(() => import('../channels/create-channel-dialog.js')));
const CreateGroupDialog = lazy(loadPart(() => import('../people/create-group-dialog.js')));
const EmojiDialog = lazy(loadPart(() => import('../dialogs/emoji-dialog.js')));
const ForwardDialog = lazy(loadPart(() => import('../dialogs/forward-dialog.js')));
const GroupDialog = lazy(loadPart(() => import('../people/group-dialog.js')));
const HistoryDialog = lazy(loadPart(() => import('../dialogs/history-dialog.js')));
const InvitationsDialog = lazy(loadPart(() => import('../invitations/invitations-dialog.js')));
const Lightbox = lazy(loadPart(() => import('../pictures/lightbox.js')));
const MoveDialog = lazy(loadPart(() => import('../dialogs/move-dialog.js')));
const ProfileDialog = lazy(loadPart(() => import('../people/profile-dialog.js')));
const ReceiptsDialog = lazy(loadPart(() => import('../dialogs/receipts-dialog.js')));
const RecipientDialog = lazy(loadPart(() => import('../dialogs/recipient-dialog.js')));
const RescheduleDialog = lazy(loadPart(() => import('../scheduled/reschedule-dialog.js')));
const ScheduleDialog = lazy(loadPart(() => import('../scheduled/schedule-dialog.js')));
const SearchDialog = lazy(loadPart(() => import('../dialogs/search-dialog.js')));
const SettingsDialog = lazy(loadPart(() => import('../settings/settings-dialog.js')));
const ShortcutsDialog = lazy(loadPart(() => import('../dialogs/shortcuts-dialog.js')));
const TimeDialog = lazy(loadPart(() => import('../compose/time-dialog.js')));
const UnsubscribeDialog = lazy(loadPart(() => import('../dialogs/unsubscribe-dialog.js')));

interface WindowContentProps {
  readonly open: PageWindow;
  /** Adds a text to the draft of a conversation, and goes there. */
  readonly onWrite: (there: Destination, text: string) => void;
}

/** The content of the open window, each kind loaded when it is needed. */
export default function WindowContent({ open, onWrite }: WindowContentProps) {
  const { workspace, texts, navigation, windows, report } = usePage();
  const close = () => windows.close(open);
  /** Not after a late answer: the reader has closed this window, and does something else. */
  const leaveFor = (place: Place) => {
    if (close()) navigation.go(place);
  };
  switch (open.kind) {
    case 'shortcuts':
      return <ShortcutsDialog onClose={close} />;
    case 'settings':
      return <SettingsDialog onClose={close} />;
    case 'search': {
      const { place } = navigation.store.get();
      const search = (query: string) => leaveFor({ kind: 'search', query });
      return <SearchDialog initial={place.kind === 'search' ? place.query : ''} onSearch={search} onClose={close} />;
    }
    case 'recipient':
    case 'people':
      return <RecipientDialog isForPeople={open.kind === 'people'} onChoose={leaveFor} onClose={close} />;
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
    case 'move': {
      const moved = (to: Place | undefined) => {
        if (close() && to !== undefined) navigation.moved({ ...open, kind: 'topic' }, to);
      };
      return <MoveDialog {...open} onMoved={moved} onClose={close} />;
    }
    case 'forward':
      return <ForwardDialog message={open.message} onWrite={onWrite} onClose={close} />;
    case 'profile':
      return <ProfileDialog key={open.userId} userId={open.userId} onClose={close} />;
    case 'group':
      return <GroupDialog groupId={open.groupId} onClose={close} />;
    case 'create-channel':
      return <CreateChannelDialog onCreated={leaveFor} onClose={close} />;
    case 'create-group':
      return <CreateGroupDialog onClose={close} />;
    case 'channel-settings':
      return <ChannelSettingsDialog channelId={open.channelId} onClose={close} />;
    case 'pictures':
      return <Lightbox pictures={open.pictures} first={open.first} onClose={close} />;
    case 'invitations':
      return <InvitationsDialog onClose={close} />;
    case 'address':
      return <AddressDialog {...open} onWrite={onWrite} onClose={close} />;
    case 'time':
      return <TimeDialog onChosen={open.onChosen} onClose={close} />;
    case 'schedule':
      return (
        <ScheduleDialog
          message={open.message}
          onScheduled={() => {
            open.onScheduled();
            leaveFor({ kind: 'scheduled' });
          }}
          onClose={close}
        />
      );
    case 'reschedule':
      return <RescheduleDialog scheduled={open.scheduled} onClose={close} />;
    case 'unsubscribe':
      return <UnsubscribeDialog channelId={open.channelId} onClose={close} />;
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
