import { data } from 'react-router'
import { BackLink } from '#ui/back-link.tsx'
import { type PageMatches, unlistedMeta } from '#ui/page-meta.ts'
import { ScreenHeading } from '#ui/screen-heading.tsx'

const title = 'Page not found'

export const loader = () => data(null, { status: 404 })

export const meta = ({ matches }: { matches: PageMatches }) => unlistedMeta(matches, title)

/** Page for unknown addresses of the owner's admin. */
export default function AdminNotFoundPage() {
  return (
    <>
      <BackLink to="/admin/inbox">Needs action</BackLink>
      <ScreenHeading title={title}>Check the address, or open one of the tabs above.</ScreenHeading>
    </>
  )
}
