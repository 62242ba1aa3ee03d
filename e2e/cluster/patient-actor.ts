import type { Endpoint, InputOf, OutputOf, ParamShape } from '@parley/contracts';
import type { z } from 'zod';
import { Actor, type ApiAnswer } from '../client/actor.js';
import { askUntilAnswered, TRY_TIMEOUT_MS } from './ask-until-answered.js';

/** Asks again for as long as nobody answers, as a client does while services are away. */
export class PatientActor extends Actor {
  override async call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R>,
    params: Partial<InputOf<Endpoint<S, R>>> | Record<string, unknown>,
  ): Promise<ApiAnswer<OutputOf<Endpoint<S, R>>>> {
    const answered = await askUntilAnswered(() => super.call(endpoint, params, { timeoutMs: TRY_TIMEOUT_MS }));
    if (answered === undefined) throw new Error(`${endpoint.method} ${endpoint.path} was not answered`);
    return answered.answer;
  }
}
