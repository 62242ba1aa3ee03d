/** The groups every organization has, by the names they have on the wire. */
type SystemGroupName =
  `role:${'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet'}`;

/** What a permission setting demands of its value, and who has the permission until somebody chooses (reference/rules.md section 8). */
export interface PermissionSetting {
  readonly initial: SystemGroupName;
  /** Only these system groups; null: any group, named or anonymous. */
  readonly onlySystemGroups: readonly SystemGroupName[] | null;
  /** False: role:everyone is refused, and guests never benefit. */
  readonly everyoneAllowed: boolean;
  readonly nobodyAllowed: boolean;
}

export function permission(initial: SystemGroupName, limits: Partial<Omit<PermissionSetting, 'initial'>> = {}): PermissionSetting {
  return { initial, onlySystemGroups: null, everyoneAllowed: true, nobodyAllowed: true, ...limits };
}
