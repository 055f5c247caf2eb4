import type { ReactNode, Ref } from 'react'
import { ButtonLink } from '#ui/button.tsx'

/**
 * Frame of every admin page: the account bar, the tabs, and the `main` landmark with the page. The bar is a region and
 * no banner, because the site's header is the only banner of the page.
 *
 * @param tag Shown beside the name, such as the role.
 * @param actions Buttons before "View Site".
 * @param signOut The sign-out button.
 * @param tabs One row of tabs, or two where a tab has tabs of its own.
 */
export function AdminShell({
  name,
  tag,
  actions,
  signOut,
  tabs,
  ref,
  isBusy,
  children,
}: {
  name: string
  tag?: ReactNode
  actions?: ReactNode
  signOut: ReactNode
  tabs: ReactNode
  ref?: Ref<HTMLElement>
  isBusy?: boolean
  children: ReactNode
}) {
  return (
    <div className="wrap flex flex-col gap-6 pt-24 pb-24 print:py-0">
      <section
        aria-label="Signed in"
        className="flex print:hidden flex-wrap items-center justify-between gap-x-8 gap-y-3"
      >
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
          <span>
            <span className="text-dust">Welcome, </span>
            {name}
          </span>
          {tag}
        </p>
        <div className="flex flex-wrap gap-3">
          {actions}
          <ButtonLink to="/">View Site</ButtonLink>
          {signOut}
        </div>
      </section>
      {tabs}
      <main
        ref={ref}
        id="content"
        tabIndex={-1}
        aria-busy={isBusy}
        className="flex min-h-96 min-w-0 flex-col gap-8 pt-2"
      >
        {children}
      </main>
    </div>
  )
}
