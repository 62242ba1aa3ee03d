export type { ClientState, StateEvent } from './state/client-state.js';
export { foldEvent, foldEvents, isFolded } from './state/fold.js';
