import { Prose } from '#ui/prose.tsx'
import { Section } from '#ui/section.tsx'

/** The prizes as a plain list, and what is meant to stay when they are forgotten. */
export function Recognition({ recognition, legacy }: { recognition: readonly string[]; legacy: readonly string[] }) {
  return (
    <Section id="recognition" side="B3" title="Recognition & Legacy">
      <div className="grid gap-x-8 gap-y-12 lg:grid-cols-10">
        <div className="flex flex-col gap-5 lg:col-span-5">
          <h3 className="label text-dust">Recognition</h3>
          <ul className="border-t border-groove">
            {recognition.map((line) => (
              <li key={line} className="border-b border-groove py-3.5">
                {line}
              </li>
            ))}
          </ul>
        </div>
        <div className="flex flex-col gap-5 lg:col-span-4 lg:col-start-7">
          <h3 className="label text-dust">Legacy</h3>
          <Prose text={legacy} className="[&>p:first-child]:text-lead" />
        </div>
      </div>
    </Section>
  )
}
