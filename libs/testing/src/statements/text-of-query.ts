/** The statement in the first argument of pg's `query`. Persistence names the statement of a message that has several. */
export function textOfQuery(query: unknown): string | undefined {
  if (typeof query === 'string') return query;
  if (typeof query !== 'object' || query === null) return undefined;
  const text = ('statement' in query ? query.statement : undefined) ?? ('text' in query ? query.text : undefined);
  return typeof text === 'string' ? text : undefined;
}
