import { memo, useLayoutEffect, useRef } from 'react';
import { addressOfLink } from '../places/narrow-link.js';
import { usePage } from '../workspace/context.js';
import { enrich } from './enrich.js';

/**
 * The only place where HTML is inserted: that of the server, which made it safe, unchanged. What the page adds to it is added as elements and
 * text, never as HTML.
 */
export const RenderedHtml = memo(({ html, id }: { readonly html: string; readonly id?: string }) => {
  const { texts, navigation } = usePage();
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
  const follow = (event: React.MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link && addressOfLink(link.getAttribute('href') ?? '');
    if (!address) return;
    event.preventDefault();
    navigation.go(address.place, address.near);
  };
  // biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is clicked
  // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes what it renders
  return <div ref={container} id={id} className="rendered" dir="auto" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />;
});
