import type { Contract } from '@parley/contracts';

export function subjectOf(contract: Pick<Contract, 'service' | 'name'>): string {
  return `rpc.${contract.service}.${contract.name}`;
}
