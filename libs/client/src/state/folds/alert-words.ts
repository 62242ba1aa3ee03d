import type { Fold } from '../client-state.js';

export const foldAlertWords: Fold<'alert_words'> = (state, { alert_words }) => (state.alert_words ? { ...state, alert_words } : state);
