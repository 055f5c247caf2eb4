import { data } from 'react-router'
import { AdminNotFound, adminNotFoundTitle } from '#ui/admin/not-found.tsx'
import { BackLink } from '#ui/back-link.tsx'
import { type PageMatches, unlistedMeta } from '#ui/page-meta.ts'

export const loader = () => data(null, { status: 404 })

export const meta = ({ matches }: { matches: PageMatches }) => unlistedMeta(matches, adminNotFoundTitle)

/** Page for unknown addresses of the owner's admin. */
export default function AdminNotFoundPage() {
  return (
    <>
      <BackLink to="/admin/inbox">Needs action</BackLink>
      <AdminNotFound />
    </>
  )
}
