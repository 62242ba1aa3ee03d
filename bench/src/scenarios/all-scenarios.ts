import { reads } from './reads.js';
import { registers } from './registers.js';
import type { Scenario } from './scenario.js';
import { sends } from './sends.js';

export const ALL_SCENARIOS: readonly Scenario[] = [...reads, ...sends, ...registers];
