import type { AdminRole } from '#shared/admin-role.ts'
import { Tag } from '#ui/tag.tsx'

/** Who somebody is at the desk; a super admin stands out. */
export function RoleTag({ role }: { role: AdminRole | 'subscriber' }) {
  return <Tag className={role === 'super_admin' ? '!border-live !text-live' : ''}>{role}</Tag>
}
