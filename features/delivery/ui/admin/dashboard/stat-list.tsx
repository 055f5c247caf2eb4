/** Row of named values. @param figures Name and value, in order. */
export function StatList({
  label,
  figures,
}: {
  label: string
  figures: readonly (readonly [name: string, figure: string])[]
}) {
  return (
    <section aria-label={label}>
      <dl className="cells grid-cols-2 md:grid-cols-4">
        {figures.map(([name, figure]) => (
          <div key={name} className="flex min-w-0 flex-col justify-between gap-2 bg-plate p-4 md:p-5">
            <dt className="label text-dust">{name}</dt>
            <dd className="figures text-title [overflow-wrap:anywhere]">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
