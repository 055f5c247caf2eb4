import { ScreenHeading } from '../screen-heading.tsx'

/** Title of the screen for an unknown address inside one of the admins. */
export const adminNotFoundTitle = 'Page not found'

/** Screen for an unknown address inside one of the admins, below its tabs. */
export function AdminNotFound() {
  return <ScreenHeading title={adminNotFoundTitle}>Check the address, or open one of the tabs above.</ScreenHeading>
}
