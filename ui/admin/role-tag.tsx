import type { AdminRole } from '#shared/admin-role.ts'
import { Tag } from '#ui/tag.tsx'

/** Tag with the role of a person in the newsletter admin; `super_admin` is highlighted. */
export function RoleTag({ role }: { role: AdminRole | 'subscriber' }) {
  return <Tag className={role === 'super_admin' ? '!border-live !text-live' : ''}>{role}</Tag>
}
