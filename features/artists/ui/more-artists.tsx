import { ButtonLink } from '#ui/button.tsx'
import type { ArtistCard as Card } from '#features/artists/contract.ts'
import { ArtistCard } from './artist-card.tsx'

/** Where to go from here: the first others on the roster, and the whole of it. */
export function MoreArtists({ artists }: { artists: Card[] }) {
  return (
    <section aria-labelledby="more-heading" className="border-t border-groove py-16 md:py-24" data-print="hide">
      <div className="wrap flex flex-col gap-10">
        <header className="flex flex-wrap items-end justify-between gap-6">
          <h2 id="more-heading" className="heading">
            More from Swade Fam
          </h2>
          <ButtonLink to="/swade-fam">View Full Roster</ButtonLink>
        </header>
        {/* On a phone the sleeves stand in a crate: one leafs through them sideways. */}
        <ul className="-mx-[clamp(1.25rem,4vw,4rem)] flex snap-x scroll-px-[clamp(1.25rem,4vw,4rem)] gap-4 overflow-x-auto px-[clamp(1.25rem,4vw,4rem)] py-2 lg:mx-0 lg:grid lg:grid-cols-5 lg:gap-6 lg:overflow-visible lg:p-0">
          {artists.map((artist) => (
            <li key={artist.slug} className="w-40 shrink-0 snap-start md:w-52 lg:w-auto">
              <ArtistCard artist={artist} compact />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
