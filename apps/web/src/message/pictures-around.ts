import { decoded } from '../places/place.js';

/** The pictures of the messages that are in the page, in their order, and which of them is in this link. */
export function picturesAround(link: Element): {
  readonly pictures: { readonly address: string; readonly name: string }[];
  readonly first: number;
} {
  const area = link.closest('.feed-rows') ?? link.parentElement ?? link;
  const links = [...area.querySelectorAll<HTMLAnchorElement>('.message_inline_image > a:has(img)')];
  // Rows are not in the order in which they are shown.
  const top = new Map(links.map((each) => [each, each.getBoundingClientRect().top]));
  links.sort((a, b) => (top.get(a) ?? 0) - (top.get(b) ?? 0));
  const pictures = links.map((each) => ({
    address: each.href,
    name: each.title || decoded(each.pathname.split('/').at(-1) ?? ''),
  }));
  return { pictures, first: links.indexOf(link as HTMLAnchorElement) };
}
