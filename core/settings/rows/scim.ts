// Settings of SCIM 2.0, with which organizations provision their users and groups.
import { bool, choice, float, int, type Row } from '../row.ts';

const RESERVED: ReadonlySet<string> = new Set(['provider', 'providers']);

/** Row of the name of a member of app_metadata; '' means none. */
const claim: Row<string> = {
  type: 'text',
  parse: (value) => {
    if (!/^[A-Za-z_]\w{0,62}$|^$/.test(value) || RESERVED.has(value)) {
      throw new Error('must be a name of letters, digits and underscores, and neither provider nor providers');
    }
    return value;
  },
  default: 'groups',
  empty_counts: true,
  doc: 'Member of app_metadata with the names of the groups of a user; empty: none.',
};

export const SCIM = {
  scim_enabled: bool(false, 'Provisioning of users and groups by organizations (SCIM 2.0): docs/scim.md.', {
    names: ['SVC_SCIM_ENABLED', 'SVC_EXPERIMENTAL_SCIM_ENABLED', 'GOTRUE_EXPERIMENTAL_SCIM_ENABLED'],
  }),
  scim_groups_claim: claim,
  scim_max_results: int(200, 'Largest page of a list.', { min: 1, max: 1000 }),
  scim_delete: choice(
    ['deactivate', 'soft_delete', 'delete'],
    'deactivate',
    'Effect on the account when an organization deletes a user.',
  ),
  rate_limit_scim: float(3_000, 'Requests per SCIM token and 5 minutes, also at once.', { min: 0 }),
} as const;
