import type { Endpoint, InputOf, OutputOf, ParamShape } from '@parley/contracts';
import type { z } from 'zod';
import { Actor, type ApiAnswer } from '../client/actor.js';
import { askUntilAnswered, TRY_TIMEOUT_MS } from './ask-until-answered.js';

/** Repeats requests until they are answered, like a client while services are unavailable. */
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
