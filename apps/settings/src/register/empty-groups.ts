import { type RegisterOptions, wantsFetched } from '@parley/contracts/event-queue';

/**
 * Registration groups that are always empty, because their features do not exist yet. Clients request them, and some do not start
 * without them. When a feature is built, its group is removed here.
 */
export function emptyGroups(options: Pick<RegisterOptions, 'fetchEventTypes'>): Record<string, unknown> {
  const fieldsByGroup = { video_calls: { has_zoom_token: false } };
  const wanted = Object.entries(fieldsByGroup).filter(([group]) => wantsFetched(options, group));
  return Object.assign({}, ...wanted.map(([, fields]) => fields));
}
