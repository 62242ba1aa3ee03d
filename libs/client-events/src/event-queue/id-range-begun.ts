import { idRangeBegun } from '@parley/contracts/event-queue';
import { fanOut } from '../fan-out.js';

export const idRangeBegunFanOut = fanOut(idRangeBegun, { parts: () => [] });
