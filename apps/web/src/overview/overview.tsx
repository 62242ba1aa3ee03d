import type { OverviewPlace } from '../places/place.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { InboxView } from './inbox-view.js';
import { RecentView } from './recent-view.js';

/** A place that shows conversations instead of messages. */
export default function Overview({ place }: { readonly place: OverviewPlace }) {
  const { texts } = usePage();
  const title = placeName(useClientState(), place, texts);
  return (
    <main className="conversation overview" id="messages" tabIndex={-1}>
      <h1>{title}</h1>
      <title>{`${title} – Parley`}</title>
      <div className="overview-content">{place.kind === 'inbox' ? <InboxView /> : <RecentView />}</div>
    </main>
  );
}
