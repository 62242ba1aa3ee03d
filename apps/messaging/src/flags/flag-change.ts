import { apiErrors, FLAG_BITS } from '@parley/contracts';
import { EDITABLE_FLAGS, type EditableFlag, isEditableFlag, isFixedFlag } from '@parley/contracts/messaging';

/** A requested change of one flag. */
export interface FlagChange {
  readonly op: 'add' | 'remove';
  readonly flag: EditableFlag;
}

/** @throws invalidFlagOperation, flagNotEditable, invalidFlag */
export function flagChangeOf({ op, flag }: { readonly op: string; readonly flag: string }): FlagChange {
  if (op !== 'add' && op !== 'remove') throw apiErrors.invalidFlagOperation({ op });
  if (isEditableFlag(flag)) return { op, flag };
  throw isFixedFlag(flag) ? apiErrors.flagNotEditable({ flag }) : apiErrors.invalidFlag({ flag });
}

/** All flag bits of the message after the change. A row contains the complete state. */
export function bitsAfter(bits: number, { op, flag }: FlagChange): number {
  const bit = EDITABLE_FLAGS[flag];
  return op === 'add' ? bits | bit : bits & ~bit;
}

/** Messages cannot become unread in a channel without a subscription. */
export function makesUnread({ op, flag }: FlagChange): boolean {
  return op === 'remove' && EDITABLE_FLAGS[flag] === FLAG_BITS.read;
}
