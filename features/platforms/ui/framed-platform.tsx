import type { Platform } from '#features/platforms/contract.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Prose } from '#ui/prose.tsx'
import { FeatureList } from './feature-list.tsx'

/** The platform's page inside the preview: what the modal does not say already, and no link that would lead away inside it. */
export function FramedPlatform({ platform }: { platform: Platform }) {
  return (
    <main className="min-h-dvh">
      <header className="relative isolate overflow-hidden border-b border-groove">
        <div className="absolute inset-0 -z-10 opacity-40" aria-hidden="true">
          <Figure slug={platform.id} variant="wide" sizes="40rem" priority className="size-full object-cover" />
        </div>
        <div className="flex flex-col gap-3 px-6 pt-24 pb-6">
          <p className="label text-dust">{platform.category}</p>
          <h1 className="heading">{platform.name}</h1>
        </div>
      </header>
      <div className="flex flex-col gap-8 p-6">
        <FeatureList features={platform.features} />
        <Prose text={platform.story} />
      </div>
    </main>
  )
}
