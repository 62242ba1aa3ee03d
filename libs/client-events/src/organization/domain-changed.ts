import { ALL_ROLES } from '@parley/contracts';
import { domainChanged } from '@parley/contracts/organization';
import { fanOut } from '../fan-out.js';

export const domainChangedFanOut = fanOut(domainChanged, {
  parts: ({ change, domain }) => [
    {
      clientType: 'realm_domains',
      audience: { roles: ALL_ROLES },
      render: () => ({
        type: 'realm_domains',
        op: change,
        ...(change === 'remove' ? { domain: domain.domain } : { realm_domain: domain }),
      }),
    },
  ],
});
