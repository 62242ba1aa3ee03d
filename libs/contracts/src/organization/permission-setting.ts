/** The groups every organization has, by the names they have on the wire. */
type SystemGroupName =
  `role:${'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet'}`;

/** Which values a permission setting accepts, who has the permission by default, and who may change it. */
export interface PermissionSetting {
  readonly initial: SystemGroupName;
  /** Only these system groups; null: any group, named or anonymous. */
  readonly onlySystemGroups: readonly SystemGroupName[] | null;
  /** False: role:everyone is refused, and guests never benefit. */
  readonly everyoneAllowed: boolean;
  readonly nobodyAllowed: boolean;
  /** Only owners may change it. */
  readonly ownersOnly: boolean;
}

export function permission(initial: SystemGroupName, limits: Partial<Omit<PermissionSetting, 'initial'>> = {}): PermissionSetting {
  return { initial, onlySystemGroups: null, everyoneAllowed: true, nobodyAllowed: true, ownersOnly: false, ...limits };
}
