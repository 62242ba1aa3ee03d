import { type ComponentType, lazy, Suspense } from 'react';
import { loadPart } from '../failure/load-part.js';
import type { OverviewPlace } from '../places/place.js';
import { useClientState, usePage } from '../workspace/context.js';
import { placeName } from '../workspace/names.js';
import { InboxView } from './inbox-view.js';
import { RecentView } from './recent-view.js';

// Loaded when they are needed.
const VIEWS: Readonly<Record<OverviewPlace['kind'], ComponentType>> = {
  inbox: InboxView,
  recent: RecentView,
  drafts: lazy(loadPart(() => import('../drafts/drafts-view.js'))),
  channels: lazy(loadPart(() => import('../channels/browse-view.js'))),
  people: lazy(loadPart(() => import('../people/people-view.js'))),
  organization: lazy(loadPart(() => import('../organization/organization-view.js'))),
  groups: lazy(loadPart(() => import('../people/groups-view.js'))),
  scheduled: lazy(loadPart(() => import('../scheduled/scheduled-view.js'))),
};

/** A place that shows conversations instead of messages. */
export default function Overview({ place }: { readonly place: OverviewPlace }) {
  const { texts } = usePage();
  const View = VIEWS[place.kind];
  const title = placeName(useClientState(), place, texts);
  return (
    <main className="conversation overview" id="messages" tabIndex={-1}>
      <h1>{title}</h1>
      <title>{`${title} – Parley`}</title>
      <div className="overview-content">
        <Suspense fallback={<p className="feed-start">{texts.of('loading')}</p>}>
          <View />
        </Suspense>
      </div>
    </main>
  );
}
