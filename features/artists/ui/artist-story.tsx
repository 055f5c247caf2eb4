import { Prose } from '#ui/prose.tsx'
import type { Artist } from '#features/artists/contract.ts'
import { ListeningRows } from './listening-rows.tsx'

/** The back of the sleeve: liner notes at the left, where to hear it at the right. */
export function ArtistStory({ artist }: { artist: Artist }) {
  return (
    <div className="border-t border-groove">
      <div className="wrap grid gap-x-8 gap-y-14 py-16 md:py-24 lg:grid-cols-12">
        <section aria-labelledby="about-heading" className="flex flex-col gap-6 lg:col-span-6 lg:col-start-2">
          <h2 id="about-heading" className="label text-dust">
            Liner notes
          </h2>
          <Prose text={artist.description} className="[&>p:first-child]:text-lead" />
        </section>
        <section aria-labelledby="listen-heading" className="flex flex-col gap-6 lg:col-span-4 lg:col-start-9">
          <h2 id="listen-heading" className="label text-dust">
            Where to listen
          </h2>
          <ListeningRows artist={artist} />
        </section>
      </div>
    </div>
  )
}
