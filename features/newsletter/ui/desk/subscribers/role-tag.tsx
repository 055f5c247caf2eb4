import type { SubscriberLine } from '#features/newsletter/desk.ts'
import { Tag } from '#ui/tag.tsx'

/** Who somebody is at the desk; a super admin stands out. */
export function RoleTag({ role }: { role: SubscriberLine['role'] }) {
  return <Tag className={role === 'super_admin' ? '!border-live !text-live' : ''}>{role}</Tag>
}
