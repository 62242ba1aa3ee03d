import { apiErrors } from '@parley/contracts';
import { LinkedList, type Node } from './linked-list.js';
import { Longest } from './longest.js';

export interface FairGateLimits {
  /** Calls that this process handles at once. */
  readonly atOnce: number;
  /** The share of them that one organization may have. */
  readonly perOrganization: number;
  /** The share of them that one user may have. */
  readonly perPerson: number;
  /** Waiting calls, of all organizations together. */
  readonly maxWaiting: number;
}

/** The user that the work is done for. Strings name visitors without an account: their host or their address. */
export interface Requester {
  readonly organizationId: number | string;
  readonly personId: number | string;
}

export interface WaitOptions {
  /** Milliseconds since the epoch. A call that is still waiting then is refused. */
  readonly deadlineAt: number;
  /** Aborted when the caller no longer wants the answer: the call leaves the line and is refused. */
  readonly signal?: AbortSignal;
}

/** Frees the capacity. Calling it again has no effect. */
export type Leave = () => void;

interface Person {
  readonly id: Requester['personId'];
  readonly organization: Organization;
  running: number;
  readonly line: LinkedList<Waiter>;
  /** Its entry in the turns of its organization, while it may be served next. */
  turn: Node<Person> | undefined;
}

interface Organization {
  readonly id: Requester['organizationId'];
  running: number;
  waiting: number;
  readonly people: Map<Requester['personId'], Person>;
  /** People with a waiting call and free capacity for it, in the order in which they are served. */
  readonly turns: LinkedList<Person>;
  readonly lines: Longest<Person>;
  turn: Node<Organization> | undefined;
}

interface Waiter {
  readonly person: Person;
  readonly admit: () => void;
  readonly refuse: () => void;
  place: Node<Waiter> | undefined;
}

/**
 * Admits a bounded number of calls at once. The others wait in a bounded line that no organization and no user can
 * monopolize. For expensive work, which holds a connection, memory or a processor.
 *
 * Invariants after every method call:
 * - At most `atOnce` calls run, at most `perOrganization` of one organization, at most `perPerson` of one user.
 * - While capacity is free, no call waits that may have it. So a new call never passes a waiting one.
 * - Organizations are served in turns, and within one its users in turns. The calls of one user are served in their order.
 * - At most `maxWaiting` calls wait. When one more arrives, the newest call of the user with the longest line, in the organization with the
 *   longest line, is refused. So an organization that fills the line only harms itself.
 * - A call leaves the line at its deadline, or when its signal is aborted. State is kept only for users with a running or waiting call.
 *
 * Admitting, ending and refusing take constant time. A call has a timer only while it waits.
 */
export class FairGate {
  private running = 0;
  private inLine = 0;
  private readonly organizations = new Map<Requester['organizationId'], Organization>();
  /** Organizations with a call that may be admitted, in the order in which they are served. */
  private readonly turns = new LinkedList<Organization>();
  private readonly lines = new Longest<Organization>();

  /** `refusal` creates the error of a refused call. */
  constructor(
    private readonly limits: FairGateLimits,
    private readonly refusal: () => Error = () => apiErrors.unavailable(),
  ) {
    const capacities = [limits.atOnce, limits.perOrganization, limits.perPerson];
    if (capacities.some((limit) => !(limit >= 1))) throw new Error('a gate must admit at least one call');
  }

  /** Calls under way. */
  get admitted(): number {
    return this.running;
  }

  /** Waiting calls. */
  get waiting(): number {
    return this.inLine;
  }

  /** Runs `work` when it is admitted. @throws the refusal, or what `work` throws. */
  async run<T>(requester: Requester, work: () => Promise<T>, options: WaitOptions): Promise<T> {
    const leave = await this.enter(requester, options);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves when the call is admitted. @throws the refusal */
  async enter(requester: Requester, options: WaitOptions): Promise<Leave> {
    const person = this.personOf(requester);
    if (this.running < this.limits.atOnce && this.hasRoom(person)) this.begin(person);
    else await this.wait(person, options);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.end(person);
    };
  }

  /** Estimates how many calls are served before a new one of this requester, if no others arrive. */
  turnsBefore({ organizationId, personId }: Requester): number {
    const organization = this.organizations.get(organizationId);
    if (organization === undefined) return Math.min(this.inLine, this.turns.size);
    const person = organization.people.get(personId);
    const rounds = (person?.line.size ?? 0) + 1;
    const ofOrganization = Math.min(organization.waiting, rounds * organization.people.size);
    return Math.min(this.inLine, (ofOrganization + 1) * this.organizations.size);
  }

  private wait(person: Person, { deadlineAt, signal }: WaitOptions): Promise<void> {
    const remainingMs = deadlineAt - Date.now();
    if (remainingMs <= 0 || signal?.aborted === true) {
      this.forgetIdle(person);
      return Promise.reject(this.refusal());
    }
    return new Promise((resolve, reject) => {
      const abandon = () => this.drop(waiter);
      const timer = Number.isFinite(remainingMs) ? setTimeout(abandon, remainingMs) : undefined;
      signal?.addEventListener('abort', abandon, { once: true });
      const settled = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abandon);
      };
      const waiter: Waiter = {
        person,
        admit: () => {
          settled();
          resolve();
        },
        refuse: () => {
          settled();
          reject(this.refusal());
        },
        place: undefined,
      };
      this.join(waiter);
      if (this.inLine > this.limits.maxWaiting) this.dropOfLongest();
    });
  }

  private dropOfLongest(): void {
    const dropped = this.lines.longest?.lines.longest?.line.last;
    if (dropped !== undefined) this.drop(dropped);
  }

  private drop(waiter: Waiter): void {
    this.depart(waiter);
    this.forgetIdle(waiter.person);
    waiter.refuse();
  }

  private join(waiter: Waiter): void {
    const { person } = waiter;
    waiter.place = person.line.add(waiter);
    this.inLine += 1;
    person.organization.waiting += 1;
    person.organization.lines.grow(person);
    this.lines.grow(person.organization);
    this.settleTurns(person);
  }

  private depart(waiter: Waiter): void {
    const { person, place } = waiter;
    if (place === undefined) return;
    waiter.place = undefined;
    person.line.remove(place);
    this.inLine -= 1;
    person.organization.waiting -= 1;
    person.organization.lines.shrink(person);
    this.lines.shrink(person.organization);
    this.settleTurns(person);
  }

  private begin(person: Person): void {
    this.running += 1;
    person.running += 1;
    person.organization.running += 1;
    this.settleTurns(person);
  }

  private end(person: Person): void {
    this.running -= 1;
    person.running -= 1;
    person.organization.running -= 1;
    this.settleTurns(person);
    this.serveNext();
    this.forgetIdle(person);
  }

  /** Fills free capacity. */
  private serveNext(): void {
    while (this.running < this.limits.atOnce) {
      const waiter = this.turns.first?.turns.first?.line.first;
      if (waiter === undefined) return;
      this.passTurn(waiter.person);
      this.depart(waiter);
      this.begin(waiter.person);
      waiter.admit();
    }
  }

  /** Moves this user, and their organization, to the end of the turns. */
  private passTurn(person: Person): void {
    const { organization } = person;
    if (person.turn !== undefined) organization.turns.remove(person.turn);
    person.turn = undefined;
    if (organization.turn !== undefined) this.turns.remove(organization.turn);
    organization.turn = undefined;
  }

  /** A user, and an organization, has a turn while it has waiting calls and free capacity. */
  private settleTurns(person: Person): void {
    const { organization } = person;
    const personMay = person.line.size > 0 && person.running < this.limits.perPerson;
    if (personMay && person.turn === undefined) person.turn = organization.turns.add(person);
    if (!personMay && person.turn !== undefined) {
      organization.turns.remove(person.turn);
      person.turn = undefined;
    }
    const organizationMay = organization.turns.size > 0 && organization.running < this.limits.perOrganization;
    if (organizationMay && organization.turn === undefined) organization.turn = this.turns.add(organization);
    if (!organizationMay && organization.turn !== undefined) {
      this.turns.remove(organization.turn);
      organization.turn = undefined;
    }
  }

  private hasRoom({ running, organization }: Person): boolean {
    return running < this.limits.perPerson && organization.running < this.limits.perOrganization;
  }

  private personOf({ organizationId, personId }: Requester): Person {
    let organization = this.organizations.get(organizationId);
    if (organization === undefined) {
      organization = {
        id: organizationId,
        running: 0,
        waiting: 0,
        people: new Map(),
        turns: new LinkedList(),
        lines: new Longest(),
        turn: undefined,
      };
      this.organizations.set(organizationId, organization);
    }
    let person = organization.people.get(personId);
    if (person === undefined) {
      person = { id: personId, organization, running: 0, line: new LinkedList(), turn: undefined };
      organization.people.set(personId, person);
    }
    return person;
  }

  private forgetIdle({ id, running, line, organization }: Person): void {
    if (running > 0 || line.size > 0) return;
    organization.people.delete(id);
    if (organization.people.size === 0) this.organizations.delete(organization.id);
  }
}
