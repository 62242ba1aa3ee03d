import type { ClientState, OrganizationState, Store } from '@parley/client';
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Navigation } from '../places/navigation.js';
import type { Texts } from '../texts/texts.js';
import type { Windows } from './windows.js';
import type { Workspace } from './workspace.js';

export interface PageContext {
  readonly workspace: Workspace;
  readonly navigation: Navigation;
  readonly texts: Texts;
  readonly windows: Windows;
  /** Tells the reader about a failure. */
  readonly report: (error: unknown) => void;
}

export const Context = createContext<PageContext | undefined>(undefined);

export function usePage(): PageContext {
  const page = useContext(Context);
  if (page === undefined) throw new Error('used outside of a workspace');
  return page;
}

/** A part of a store. `selector` returns the same object while nothing that it reads has changed. */
export function useStore<S, T>(store: Store<S>, selector: (value: S) => T): T {
  return useSyncExternalStore(store.subscribe, () => selector(store.get()));
}

export function useOrganization<T>(selector: (value: OrganizationState) => T): T {
  return useStore(usePage().workspace.organization.store, selector);
}

const wholeState = ({ state }: OrganizationState) => state;

export function useClientState(): ClientState {
  return useOrganization(wholeState);
}
