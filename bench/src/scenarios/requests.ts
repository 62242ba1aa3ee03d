import type { BareStatement } from '../bare/bare-statements.js';
import { callOk, type Fields } from '../load/http-client.js';
import { credentials, type Person, type Place, type PlaceName } from '../prepare/places.js';
import { type Bench, rowOf, type Scenario } from './scenario.js';

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** After /api/v1. */
  readonly path: string;
  readonly fields?: Fields;
}

export interface RequestScenario {
  readonly name: string;
  readonly place: PlaceName;
  readonly concurrency?: number;
  readonly bare?: BareStatement;
  /** The request number `count`, from 0, of this person. */
  request(place: Place, person: Person, count: number): Request;
}

/** A scenario that repeats one kind of request, each worker as another person. */
export function repeated({ name, place: placeName, concurrency = 1, bare, request }: RequestScenario): Scenario {
  let count = 0;
  return {
    name,
    needs: [placeName],
    run: async (bench) => {
      const place = bench.place(placeName);
      const work = (worker: number) => {
        const person = personOf(place, worker);
        return send(bench, person, request(place, person, count++));
      };
      const operation = { concurrency, work };
      return [
        bare === undefined
          ? rowOf(name, await bench.measure(operation))
          : rowOf(name, ...(await bench.measureBeside(bare, placeName, operation))),
      ];
    },
  };
}

export function personOf(place: Place, number: number): Person {
  const person = place.people[number % place.people.length];
  if (person === undefined) throw new Error('the organization has no people');
  return person;
}

export async function send(bench: Pick<Bench, 'target'>, person: Person, { method, path, fields }: Request): Promise<void> {
  await callOk(method, `${bench.target.base_url}/api/v1${path}`, credentials(person), fields);
}
