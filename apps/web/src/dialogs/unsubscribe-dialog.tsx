import { channel } from '@parley/client';
import { unsubscribe } from '@parley/contracts/channels';
import { Button } from 'react-aria-components/Button';
import { messageTexts } from '../texts/parts/message-texts.js';
import { useClientState, usePage } from '../workspace/context.js';
import { useWords } from '../workspace/use-words.js';
import { useWork, WorkState } from '../workspace/use-work.js';
import { PageDialog } from './page-dialog.js';

export default function UnsubscribeDialog({ channelId, onClose }: { readonly channelId: number; readonly onClose: () => void }) {
  const { workspace } = usePage();
  const words = useWords(messageTexts);
  const work = useWork();
  const entry = channel(useClientState(), channelId);
  if (entry === undefined) return null;
  const leave = () => work.run(() => workspace.client.call(unsubscribe, { subscriptions: [entry.name] }), onClose);
  return (
    <PageDialog role="alertdialog" title={words.of('unsubscribeQuestion', { name: `#${entry.name}` })} onClose={onClose}>
      {entry.invite_only && <p>{words.of('unsubscribePrivate')}</p>}
      <WorkState work={work} />
      <Button className="main-button" onPress={leave}>
        {words.of('unsubscribe')}
      </Button>
    </PageDialog>
  );
}
