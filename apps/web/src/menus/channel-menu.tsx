import { channel, isSubscribed } from '@parley/client';
import { updateSubscriptionProperty } from '@parley/contracts/channels';
import { MenuItem } from 'react-aria-components/Menu';
import { messageTexts } from '../texts/parts/message-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { copyLinkTo } from '../workspace/copy-link.js';
import { markAsRead } from '../workspace/read-flags.js';
import { useWords } from '../workspace/use-words.js';
import { ActionMenu } from './action-menu.js';
import type { MenuProps } from './menu-button.js';

/** What can be done with a channel. */
export default function ChannelMenu({ channelId, ...menu }: MenuProps & { readonly channelId: number }) {
  const page = usePage();
  const { workspace, texts, windows, report } = page;
  const words = useWords(messageTexts);
  const state = useClientState();
  const entry = channel(state, channelId);
  const place = { kind: 'channel', channelId } as const;
  const set = (property: 'is_muted' | 'pin_to_top', value: boolean) => {
    workspace.client.call(updateSubscriptionProperty, { stream_id: channelId, property, value }).catch(report);
  };
  const mine = isSubscribed(state, channelId);
  const isPinned = entry?.pin_to_top ?? false;
  const isMuted = entry?.is_muted ?? false;
  return (
    <ActionMenu {...menu}>
      {mine ? <MenuItem onAction={() => set('pin_to_top', !isPinned)}>{words.of(isPinned ? 'unpin' : 'pin')}</MenuItem> : null}
      {mine ? <MenuItem onAction={() => set('is_muted', !isMuted)}>{words.of(isMuted ? 'unmuteChannel' : 'muteChannel')}</MenuItem> : null}
      <MenuItem onAction={() => markAsRead(workspace, place).catch(report)}>{texts.of('markAsRead')}</MenuItem>
      <MenuItem onAction={() => copyLinkTo(page, place)}>{texts.of('copyLink')}</MenuItem>
      <MenuItem onAction={() => windows.open({ kind: 'channel-settings', channelId })}>{words.of('channelSettings')}</MenuItem>
      {mine ? <MenuItem onAction={() => windows.open({ kind: 'unsubscribe', channelId })}>{words.of('unsubscribe')}</MenuItem> : null}
    </ActionMenu>
  );
}
