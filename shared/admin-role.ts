/** What somebody who works at this site may do, the most first. */
export const adminRoles = ['super_admin', 'editor', 'viewer'] as const

/** One of them. */
export type AdminRole = (typeof adminRoles)[number]

/** Whether `role` may do what asks for `needed`. */
export function isRoleAtLeast(role: AdminRole, needed: AdminRole): boolean {
  return adminRoles.indexOf(role) <= adminRoles.indexOf(needed)
}
