import { Button } from 'react-aria-components/Button';
import { useOrganization, usePage } from '../workspace/context.js';

/** Says when what is shown may not be current. Nothing while all is well. */
export function ConnectionBanner() {
  const { texts, workspace } = usePage();
  const { kind } = useOrganization(({ connection }) => connection);
  const title = { connecting: 'connecting', 'catching-up': 'catchingUp', offline: 'offline' } as const;
  const text = kind === 'connected' || kind === 'stopped' ? '' : texts.of(title[kind]);
  return (
    <div role="status" className={text === '' ? 'banner is-empty' : `banner ${kind}`}>
      {text}
      {kind === 'offline' && (
        <Button className="plain-button" onPress={() => workspace.wake()}>
          {texts.of('retryNow')}
        </Button>
      )}
    </div>
  );
}
