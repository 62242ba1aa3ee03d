import { apiErrors, EDITABLE_FLAGS, type EditableFlag, FLAG_BITS, isEditableFlag, isFixedFlag } from '@parley/contracts';

/** One change of one flag, as a request asks for it. */
export interface FlagChange {
  readonly op: 'add' | 'remove';
  readonly flag: EditableFlag;
}

/** @throws badRequest with the texts of reference/rules.md section 6. */
export function flagChangeOf({ op, flag }: { readonly op: string; readonly flag: string }): FlagChange {
  if (op !== 'add' && op !== 'remove') throw apiErrors.badRequest({ msg: `Invalid message flag operation: '${op}'` });
  if (isEditableFlag(flag)) return { op, flag };
  throw apiErrors.badRequest({ msg: isFixedFlag(flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'` });
}

/** Every flag bit of the message after the change: a row, once written, is the whole truth. */
export function bitsAfter(bits: number, { op, flag }: FlagChange): number {
  const bit = EDITABLE_FLAGS[flag];
  return op === 'add' ? bits | bit : bits & ~bit;
}

/** Nothing is unread in a channel one is not subscribed to. */
export function makesUnread({ op, flag }: FlagChange): boolean {
  return op === 'remove' && EDITABLE_FLAGS[flag] === FLAG_BITS.read;
}
