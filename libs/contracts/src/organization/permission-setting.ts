/** Wire names of the system groups that every organization has. */
type SystemGroupName =
  `role:${'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet'}`;

/** The values that a permission setting accepts, its initial value, and who may change it. */
export interface PermissionSetting {
  readonly initial: SystemGroupName;
  /** The allowed system groups; null for any group, named or anonymous. */
  readonly onlySystemGroups: readonly SystemGroupName[] | null;
  /** If false, role:everyone is rejected, and guests never benefit. */
  readonly everyoneAllowed: boolean;
  readonly nobodyAllowed: boolean;
  /** Only owners may change it. */
  readonly ownersOnly: boolean;
}

export function permission(initial: SystemGroupName, limits: Partial<Omit<PermissionSetting, 'initial'>> = {}): PermissionSetting {
  return { initial, onlySystemGroups: null, everyoneAllowed: true, nobodyAllowed: true, ownersOnly: false, ...limits };
}
