import { CLIENT_EVENTS, type ClientEvent, clientEventName } from '@parley/client-events';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';

const ajv = new Ajv2020({ strict: false });
const declared = new Map(CLIENT_EVENTS.map((event) => [clientEventName(event), event]));
const validators = new Map<string, ValidateFunction>();

/** Checks that this event exactly matches its declaration in libs/client-events/src/formats. @throws Error */
export function expectDescribed(event: ClientEvent & { readonly id: number }): void {
  const name = clientEventName(event);
  const validate = validators.get(name) ?? compiled(name);
  validators.set(name, validate);
  if (!validate(event))
    throw new Error(`the event ${name} is not as declared: ${ajv.errorsText(validate.errors)} in ${JSON.stringify(event)}`);
}

function compiled(name: string): ValidateFunction {
  const event = declared.get(name);
  if (event === undefined) throw new Error(`no client event ${name} is declared: add it to libs/client-events/src/formats`);
  return ajv.compile(z.toJSONSchema(event.schema, { io: 'output', unrepresentable: 'any' }));
}
