/** Roles of staff, from most to least privileged. */
export const adminRoles = ['super_admin', 'editor', 'viewer'] as const

/** One of {@link adminRoles}. */
export type AdminRole = (typeof adminRoles)[number]

/** Returns whether `role` has at least the privileges of `needed`. */
export function hasRole(role: AdminRole, needed: AdminRole): boolean {
  return adminRoles.indexOf(role) <= adminRoles.indexOf(needed)
}
