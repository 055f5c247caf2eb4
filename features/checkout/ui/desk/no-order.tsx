import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { ScreenHeading } from '#ui/screen-heading.tsx'

/** There is no order at this address. */
export function NoOrder() {
  return (
    <>
      <ScreenHeading title="No such order" />
      <EmptyState title="Nothing stands at this address" action={<ButtonLink to="/admin/orders">All orders</ButtonLink>}>
        It may be mistyped. Orders are never deleted; look for its code in the list.
      </EmptyState>
    </>
  )
}
