import type { ReactNode } from 'react'

/**
 * Heading of an admin screen: title, description and actions.
 *
 * @param actions Buttons, the main one first.
 */
export function ScreenHeading({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="flex min-w-0 flex-col gap-2">
        <h1 className="title [overflow-wrap:anywhere]">{title}</h1>
        {children ? <p className="measure text-small text-dust">{children}</p> : null}
      </div>
      {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
    </header>
  )
}
