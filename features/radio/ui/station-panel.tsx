import type { ReactNode } from 'react'

/** Panel of the station's page with a title and, on the right, one fact. */
export function StationPanel({ name, fact, children }: { name: string; fact?: ReactNode; children: ReactNode }) {
  const headingId = `station-${name.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={headingId} className="border border-groove bg-plate-raised">
      <header className="flex min-h-14 flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-4 md:px-6">
        <h2 id={headingId} className="label text-dust">
          {name}
        </h2>
        {fact ? <p className="label text-dust">{fact}</p> : null}
      </header>
      {children}
    </section>
  )
}

/** Formats a time of day in UTC, such as `06:21:09`. */
export function timeOfDay(ms: number): string {
  return new Date(ms).toISOString().slice(11, 19)
}
