import { type ReactNode, useId } from 'react'

/** One section of a settings page: its title and lead beside its fields. @param id Target of links, as `#id`. */
export function SettingsSection({
  id,
  title,
  lead,
  children,
}: {
  id?: string
  title: string
  lead: string
  children: ReactNode
}) {
  const headingId = useId()
  return (
    <section
      id={id}
      aria-labelledby={headingId}
      className="grid gap-x-8 gap-y-5 border-t border-groove pt-6 lg:grid-cols-12"
    >
      <header className="flex flex-col gap-2 lg:col-span-3">
        <h2 id={headingId} className="font-sans font-semibold">
          {title}
        </h2>
        <p className="text-small text-dust">{lead}</p>
      </header>
      <div className="flex min-w-0 flex-col gap-5 lg:col-span-9">{children}</div>
    </section>
  )
}
