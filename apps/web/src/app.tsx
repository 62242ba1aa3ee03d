import { ApiError } from '@parley/client';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { loadPart } from './failure/load-part.js';
import { addressOfLink } from './places/narrow-link.js';
import { Navigation } from './places/navigation.js';
import { currentSession, type Session, signOut } from './session/session.js';
import { SignInPage } from './session/sign-in-page.js';
import { languageOf, type TextKey, Texts } from './texts/texts.js';
import { Workspace } from './workspace/workspace.js';
import { WorkspacePage } from './workspace-page.js';

type Shown =
  | { readonly kind: 'loading' | 'unreachable' }
  | { readonly kind: 'signed-out'; readonly notice?: TextKey }
  | { readonly kind: 'second-factor'; readonly session: Session }
  | { readonly kind: 'signed-in'; readonly workspace: Workspace };

// Loaded when it is needed.
const RequiredPage = lazy(loadPart(() => import('./second-factor/required-page.js')));
const UNAUTHORIZED = 401;

export function App() {
  const texts = useMemo(() => new Texts(languageOf(navigator.languages)), []);
  const navigation = useMemo(() => new Navigation(), []);
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });

  const begin = useCallback(
    (session: Session) => {
      if (session.lacksSecondFactor) return setShown({ kind: 'second-factor', session });
      navigation.begin(session.userId);
      const workspace = new Workspace(session);
      workspace.start((error) => {
        if (error instanceof ApiError && error.status === UNAUTHORIZED) setShown({ kind: 'signed-out', notice: 'sessionEnded' });
        else setShown({ kind: 'unreachable' });
      });
      setShown({ kind: 'signed-in', workspace });
    },
    [navigation],
  );
  const look = useCallback(() => {
    setShown({ kind: 'loading' });
    currentSession().then(
      (session) => (session === undefined ? setShown({ kind: 'signed-out' }) : begin(session)),
      () => setShown({ kind: 'unreachable' }),
    );
  }, [begin]);
  useEffect(() => {
    // Links in mails and in messages have the addresses of stock clients.
    const address = addressOfLink(location.hash);
    if (address) navigation.go(address.place, address.near);
    document.documentElement.lang = texts.language;
    look();
    return navigation.follow();
  }, [look, navigation, texts]);

  switch (shown.kind) {
    case 'loading':
      return <p className="whole-page">{texts.of('loading')}</p>;
    case 'unreachable':
      return (
        <main className="whole-page">
          <h1>Parley</h1>
          <p role="alert">{texts.of('noConnection')}</p>
          <Button className="main-button" onPress={look}>
            {texts.of('tryAgain')}
          </Button>
        </main>
      );
    case 'signed-out':
      return <SignInPage texts={texts} notice={shown.notice} onSignedIn={begin} />;
    case 'second-factor': {
      const leave = () => {
        signOut(shown.session).then(
          () => setShown({ kind: 'signed-out' }),
          () => setShown({ kind: 'unreachable' }),
        );
      };
      return (
        <Suspense fallback={<p className="whole-page">{texts.of('loading')}</p>}>
          <RequiredPage texts={texts} session={shown.session} onDone={look} onSignOut={leave} />
        </Suspense>
      );
    }
    case 'signed-in': {
      const { workspace } = shown;
      const leave = () => {
        setShown({ kind: 'signed-out' });
        // Without an answer the cookie stays, and the next visit finds the session again.
        workspace.signOut().catch(() => setShown({ kind: 'unreachable' }));
      };
      return <WorkspacePage workspace={workspace} navigation={navigation} texts={texts} onSignOut={leave} />;
    }
  }
}
