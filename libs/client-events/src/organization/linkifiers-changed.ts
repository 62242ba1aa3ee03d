import { ALL_ROLES } from '@parley/contracts';
import { linkifiersChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

/** Only clients that support URL templates receive them. */
export const linkifiersChangedFanOut = fanOut(linkifiersChanged, {
  parts: ({ linkifiers }) => [
    {
      clientType: 'realm_linkifiers',
      audience: { roles: ALL_ROLES },
      wants: ({ capabilities }) => capabilities.linkifier_url_template === true,
      render: () => ({ type: 'realm_linkifiers', realm_linkifiers: linkifiers }),
    },
  ],
});
