import { defaultChannelGroupObject } from '@parley/contracts/channels';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ default_stream_groups: z.array(defaultChannelGroupObject) });

export const foldDefaultStreamGroups: Fold = (state, event) =>
  'realm_default_stream_groups' in state ? { ...state, realm_default_stream_groups: changed.parse(event).default_stream_groups } : state;
