import type { ReactNode } from 'react'

/** A component of the gallery with its name. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className="grid gap-6 border-t border-groove py-10 lg:grid-cols-12">
      <h2 className="label text-dust lg:col-span-2">{name}</h2>
      <div className="flex min-w-0 flex-wrap items-start gap-4 lg:col-span-10">{children}</div>
    </section>
  )
}
