import { attachmentsChanged } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';
import { attachmentParts } from './attachment-object.js';

export const attachmentsChangedFanOut = fanOut(attachmentsChanged, {
  parts: ({ changes, uploadSpaceUsed }) => attachmentParts(changes, uploadSpaceUsed),
});
