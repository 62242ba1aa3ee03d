import { glyphOf } from '../emoji/glyph.js';
import { decoded } from '../places/place.js';
import type { Texts } from '../texts/texts.js';

/** Shows what the server leaves to clients: emoji as characters, times in the reader's time zone, spoilers that open, formulas with their fonts. */
export function enrich(container: HTMLElement, texts: Texts): void {
  for (const emoji of container.querySelectorAll<HTMLElement>('span.emoji')) {
    const [, code = ''] = /(?:^|\s)emoji-([0-9a-f-]+)/.exec(emoji.className) ?? [];
    emoji.textContent = glyphOf(code) ?? emoji.textContent;
  }
  for (const time of container.querySelectorAll('time')) {
    const milliseconds = Date.parse(time.dateTime);
    if (Number.isFinite(milliseconds)) time.textContent = texts.moment(milliseconds / 1_000);
  }
  for (const link of container.querySelectorAll('a')) {
    if (/^https?:/.test(link.getAttribute('href') ?? '') && link.host !== location.host) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
  }
  for (const image of container.querySelectorAll('img')) {
    image.loading = 'lazy';
    // A picture in a link is named by the link.
    image.alt ||= image.closest('a')?.title ?? '';
  }
  for (const link of container.querySelectorAll<HTMLAnchorElement>('.message_inline_image a')) {
    if (!link.title && !link.textContent?.trim()) link.setAttribute('aria-label', decoded(link.pathname.split('/').at(-1) ?? ''));
  }
  for (const mention of container.querySelectorAll<HTMLElement>('.user-mention[data-user-id], .user-group-mention[data-user-group-id]')) {
    // Those of everybody in a channel have no number.
    if (!/^\d+$/.test(mention.dataset.userId ?? mention.dataset.userGroupId ?? '')) continue;
    mention.role = 'button';
    mention.tabIndex = 0;
  }
  for (const code of container.querySelectorAll<HTMLElement>('pre')) code.tabIndex = 0;
  for (const spoiler of container.querySelectorAll<HTMLElement>('.spoiler-block')) addSwitch(spoiler, texts);
  if (container.querySelector('.katex') !== null) loadStyles();
}

function addSwitch(spoiler: HTMLElement, texts: Texts): void {
  const header = spoiler.querySelector<HTMLElement>(':scope > .spoiler-header');
  const content = spoiler.querySelector<HTMLElement>(':scope > .spoiler-content');
  if (header === null || content === null || header.querySelector(':scope > button') !== null) return;
  if (header.textContent?.trim() === '') header.append(texts.of('spoilerTitle'));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'spoiler-button';
  button.ariaLabel = texts.of('spoiler');
  const show = (isOpen: boolean) => {
    button.ariaExpanded = String(isOpen);
    content.ariaHidden = String(!isOpen);
    content.hidden = !isOpen;
  };
  button.addEventListener('click', () => show(content.hidden !== false));
  show(false);
  header.append(button);
}

/** Once. */
function loadStyles(): void {
  if (document.querySelector(`link[href="${KATEX_STYLES}"]`) !== null) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = KATEX_STYLES;
  document.head.append(link);
}
