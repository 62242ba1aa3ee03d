/** Whether a list names all of the ids, each once and no other. */
export function isReordering(order: readonly number[], ids: readonly number[]): boolean {
  const named = new Set(order);
  return named.size === order.length && order.length === ids.length && ids.every((id) => named.has(id));
}
