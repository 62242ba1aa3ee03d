import { type HiddenPeople, type MessageFacts, type Strangers, unknownSender, withoutNames } from '@parley/contracts/messaging';

/** The named users whom this reader may not see. */
export function hiddenFrom(people: HiddenPeople, readerId: number): ReadonlySet<number> {
  return new Set(people.filter((person) => person.hiddenFrom.includes(readerId)).map(({ id }) => id));
}

/** The message as this reader may see it. */
export function messageShownTo(facts: MessageFacts, named: Strangers | undefined, readerId: number): MessageFacts {
  if (named === undefined) return facts;
  const hidden = hiddenFrom(named.people, readerId);
  if (hidden.size === 0) return facts;
  return {
    ...facts,
    sender: hidden.has(facts.sender.id) ? unknownSender(facts.sender.id, named.host) : facts.sender,
    rendered: withoutNames(facts.rendered, hidden),
  };
}
