/** The ids with one of them a place further to the front. The first one stays. */
export function earlier(ids: readonly number[], id: number): number[] {
  const place = ids.indexOf(id);
  if (place <= 0) return [...ids];
  const others = ids.filter((each) => each !== id);
  return [...others.slice(0, place - 1), id, ...others.slice(place - 1)];
}
