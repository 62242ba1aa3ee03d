import { memo, useLayoutEffect, useRef } from 'react';
import { addressOfLink } from '../places/narrow-link.js';
import { usePage } from '../workspace/context.js';
import { enrich } from './enrich.js';
import { picturesAround } from './pictures-around.js';

/**
 * The only place where HTML is inserted: that of the server, which made it safe, unchanged. What the page adds to it is added as elements and
 * text, never as HTML.
 */
export const RenderedHtml = memo(({ html, id }: { readonly html: string; readonly id?: string }) => {
  const { texts, navigation, windows } = usePage();
  const container = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML is another content of the container
  useLayoutEffect(() => {
    if (container.current === null) return;
    try {
      enrich(container.current, texts);
    } catch (error) {
      // The message can be read as the server sent it.
      reportError(error);
    }
  }, [html, texts]);
  /** Whether it is the mention of a person or a group, which opens a window. */
  const openMention = (target: EventTarget) => {
    const mention =
      target instanceof Element ? target.closest<HTMLElement>('[role=button][data-user-id], [role=button][data-user-group-id]') : null;
    if (mention === null) return false;
    const { userId, userGroupId } = mention.dataset;
    windows.open(userId === undefined ? { kind: 'group', groupId: Number(userGroupId) } : { kind: 'profile', userId: Number(userId) });
    return true;
  };
  const follow = (event: React.MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    if (openMention(event.target)) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    // Quotes have the whole address, so that it works in mails too.
    const isOurs = link?.origin === location.origin && link.pathname === '/';
    if (link?.parentElement?.classList.contains('message_inline_image') && link.querySelector('img') !== null) {
      event.preventDefault();
      return windows.open({ kind: 'pictures', ...picturesAround(link) });
    }
    const address = link && addressOfLink(isOurs ? link.hash : (link.getAttribute('href') ?? ''));
    if (!address) return;
    event.preventDefault();
    navigation.go(address.place, address.near);
  };
  const press = (event: React.KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ' ') && openMention(event.target)) event.preventDefault();
  };
  const content = { __html: html };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links and mentions in it are what is clicked
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes what it renders
    <div ref={container} id={id} className="rendered" dir="auto" onClick={follow} onKeyDown={press} dangerouslySetInnerHTML={content} />
  );
});
