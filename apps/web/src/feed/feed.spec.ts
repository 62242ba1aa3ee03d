import { describe, expect, it } from '@jest/globals';
import { ApiError, type Caller, type OrganizationState, Store } from '@parley/client';
import type { ServerEvent } from '@parley/client-events';
import type { Place } from '../places/place.js';
import { Feed } from './feed.js';

const turns = () => new Promise((resolve) => setTimeout(resolve, 0));

/** A server with these messages. It refuses the next calls as often as it is told. */
function open(place: Place, ids: readonly number[]) {
  const server = { ids: [...ids], refusals: 0 };
  let tell: (events: readonly ServerEvent[]) => void = () => undefined;
  const call = async (_: unknown, { anchor, num_before }: { readonly anchor: unknown; readonly num_before: number }) => {
    if (server.refusals > 0) {
      server.refusals -= 1;
      throw new ApiError(403, 'NOT_ALLOWED', 'not allowed');
    }
    const all = typeof anchor === 'number' ? server.ids.filter((id) => id < anchor) : server.ids;
    const messages = all.slice(-num_before).map((id) => ({ id, type: 'private', sender_id: 5, display_recipient: [], flags: [] }));
    return { messages, anchor: all.at(-1) ?? 0, found_oldest: all.length <= num_before, found_newest: true, history_limited: false };
  };
  const store = new Store<OrganizationState>({ registrations: 1, state: {}, typists: [], connection: { kind: 'connecting' } });
  const follow = (listener: typeof tell) => {
    tell = listener;
    return () => undefined;
  };
  const workspace = { organization: { store, follow }, client: { call } as Caller, session: { userId: 5 } };
  const feed = new Feed(workspace, { place }, []);
  feed.start();
  const registerAgain = () => store.update((before) => ({ ...before, registrations: before.registrations + 1 }));
  return { feed, server, registerAgain, tell: (events: readonly ServerEvent[]) => tell(events) };
}

const RECENT: Place = { kind: 'recent' };
const shown = (feed: Feed) => feed.list.store.get().messages.map(({ id }) => id);

describe('a feed', () => {
  it('has no hole after a refused load for another registration: nothing is shown until it is loaded again', async () => {
    const { feed, server, registerAgain } = open(RECENT, [1, 2]);
    await turns();
    expect(shown(feed)).toEqual([1, 2]);
    server.ids.push(3);
    server.refusals = 1;
    registerAgain();
    await turns();
    expect(feed.failure.get()).toBeInstanceOf(ApiError);
    expect([feed.list.store.get().isReady, shown(feed)]).toEqual([false, []]);
    feed.retry();
    await turns();
    expect([feed.failure.get(), shown(feed)]).toEqual([undefined, [1, 2, 3]]);
    feed.stop();
  });

  it('of recent conversations keeps what was loaded', async () => {
    const ids = Array.from({ length: 3_200 }, (_, place) => place + 1);
    const { feed } = open(RECENT, ids);
    await turns();
    for (let page = 0; page < 40; page += 1) await feed.loadOlder();
    expect(shown(feed)).toEqual(ids);
    feed.stop();
  });
});
