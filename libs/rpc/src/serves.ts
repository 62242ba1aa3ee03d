import { MessagePattern } from '@nestjs/microservices';
import type { CallOf, Contract } from '@parley/contracts';
import type { RawJson } from './raw-json.js';
import { subjectOf } from './subject.js';

/** The contracts that the classes of this process serve, by subject. Filled when the classes are loaded. */
const served = new Map<string, Contract>();

// biome-ignore lint/suspicious/noExplicitAny: a decorator must accept every contract; Handler<C> restores the exact types.
type AnyContract = Contract<any, any, any>;
type Handler<C extends Contract> = (call: CallOf<C>) => Promise<C extends Contract<unknown, infer O, unknown> ? O : never>;
type TextHandler<C extends Contract> = (call: CallOf<C>) => Promise<RawJson>;

/**
 * Marks the one handler of a contract: `@Serves(sendMessage) sendMessage(call: CallOf<typeof sendMessage>) { ... }`.
 * The types of parameters and answer are checked against the contract.
 */
export function Serves<C extends AnyContract>(contract: C) {
  return (target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<Handler<C>>) =>
    register(contract, target, key, descriptor);
}

/** Like `Serves`, for an answer that is already serialized. Only tests check it against the contract. */
export function ServesRawJson<C extends AnyContract>(contract: C) {
  return (target: object, key: string | symbol, descriptor: TypedPropertyDescriptor<TextHandler<C>>) =>
    register(contract, target, key, descriptor);
}

function register(contract: Contract, target: object, key: string | symbol, descriptor: PropertyDescriptor): void {
  const subject = subjectOf(contract);
  served.set(subject, contract);
  MessagePattern(subject)(target, key, descriptor);
}

export function servedContract(subject: string): Contract | undefined {
  return served.get(subject);
}
