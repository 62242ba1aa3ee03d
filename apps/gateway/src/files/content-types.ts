import { extname } from 'node:path';

/** Types that a browser may show inline. None of them can run a script in our origin: no HTML, SVG or XML. */
const SHOWN: Readonly<Record<string, string>> = {
  '.avif': 'image/avif',
  '.bmp': 'image/bmp',
  '.flac': 'audio/flac',
  '.gif': 'image/gif',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.m4a': 'audio/mp4',
  '.mov': 'video/quicktime',
  '.mp3': 'audio/mpeg',
  '.mp4': 'video/mp4',
  '.oga': 'audio/ogg',
  '.ogg': 'audio/ogg',
  '.ogv': 'video/ogg',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.wav': 'audio/wav',
  '.webm': 'video/webm',
  '.webp': 'image/webp',
};

/** How a file with this name is sent. Its content is never inspected, and browsers are told not to guess (nosniff). */
export function deliveryOf(name: string): { readonly contentType: string; readonly disposition: 'inline' | 'attachment' } {
  const contentType = SHOWN[extname(name).toLowerCase()];
  return contentType === undefined
    ? { contentType: 'application/octet-stream', disposition: 'attachment' }
    : { contentType, disposition: 'inline' };
}
