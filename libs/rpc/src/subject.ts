import type { Contract } from '@parley/contracts';

/** A subject of one of several cells on the same NATS: its name stands before all subjects of each cell but the first (docs/adr/0045-cells.md). */
export function cellSubject(cell: string | undefined, subject: string): string {
  return cell === undefined ? subject : `${cell}.${subject}`;
}

export function subjectOf(contract: Pick<Contract, 'service' | 'name'>): string {
  return `rpc.${contract.service}.${contract.name}`;
}
