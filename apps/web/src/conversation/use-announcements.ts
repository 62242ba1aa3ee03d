import { useEffect, useState } from 'react';
import type { Feed } from '../feed/feed.js';
import { usePage } from '../workspace/context.js';

const LONGEST = 200;

/** What screen readers say when a message of someone else arrives at the place that is shown. */
export function useAnnouncements(feed: Feed | undefined): string {
  const { workspace, texts } = usePage();
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (feed === undefined) return;
    return workspace.organization.follow((events) => {
      for (const event of events) {
        if (event.type !== 'message' || event.message.sender_id === workspace.session.userId) continue;
        if (!feed.has({ ...event.message, flags: event.flags })) continue;
        setSaid(texts.of('arrived', { name: event.message.sender_full_name, text: textIn(event.message.content) }));
      }
    });
  }, [feed, workspace, texts]);
  return said;
}

/** The text of HTML, which is not inserted into the page. */
function textIn(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '';
  return text.trim().slice(0, LONGEST);
}
