/** Whether a list contains exactly these ids, each once. */
export function isReordering(order: readonly number[], ids: readonly number[]): boolean {
  const named = new Set(order);
  return named.size === order.length && order.length === ids.length && ids.every((id) => named.has(id));
}
