export function listId(fieldId: string): string {
  return `${fieldId}-list`;
}

export function optionId(fieldId: string, place: number): string {
  return `${fieldId}-${place}`;
}

/** What the field of suggestions says about them, if there are any. `chosen` is -1 while none is. */
export function pointsAt(fieldId: string, count: number, chosen: number) {
  if (count === 0) return {};
  return { 'aria-controls': listId(fieldId), ...(chosen >= 0 && { 'aria-activedescendant': optionId(fieldId, chosen) }) };
}

/** The choice after a key: after the last suggestion comes the first. Undefined for keys that choose none. */
export function choiceAfter(key: string, chosen: number, count: number): number | undefined {
  if (key === 'ArrowDown') return (chosen + 1) % count;
  if (key === 'ArrowUp') return chosen <= 0 ? count - 1 : chosen - 1;
  return undefined;
}
