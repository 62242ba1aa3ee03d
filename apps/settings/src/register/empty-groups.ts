import { type RegisterOptions, wantsFetched } from '@parley/contracts';

/**
 * Groups that nobody has anything in, because nothing can be put there yet. Clients ask for them and read their fields all the same: some
 * do not start without. A group leaves this table when its feature gets a table in the database.
 */
export function emptyGroups(options: Pick<RegisterOptions, 'fetchEventTypes'>): Record<string, unknown> {
  const fieldsByGroup = {
    onboarding_steps: { onboarding_steps: [], navigation_tour_video_url: null },
    video_calls: { has_zoom_token: false },
  };
  const wanted = Object.entries(fieldsByGroup).filter(([group]) => wantsFetched(options, group));
  return Object.assign({}, ...wanted.map(([, fields]) => fields));
}
