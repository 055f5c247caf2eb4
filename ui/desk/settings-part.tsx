import { type ReactNode, useId } from 'react'

/** One part of the settings: what it is about beside what can be set. */
export function SettingsPart({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-6 border-t border-groove pt-8 lg:grid-cols-12">
      <header className="flex flex-col gap-2 lg:col-span-4">
        <h2 id={id} className="text-lead">
          {title}
        </h2>
        <p className="text-small text-dust">{lead}</p>
      </header>
      <div className="flex min-w-0 flex-col gap-6 lg:col-span-8">{children}</div>
    </section>
  )
}
