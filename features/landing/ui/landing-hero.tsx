import { ButtonAnchor } from '#ui/button.tsx'
import { Backdrop } from '#ui/figure/backdrop.tsx'
import { type Track, TrackList } from './track-list.tsx'

/** The front of the sleeve: one figure, one sentence, two ways on. */
export function LandingHero({ tracks }: { tracks: readonly Track[] }) {
  return (
    <header className="relative isolate flex min-h-[min(46rem,calc(100svh-4rem-var(--bar-height)))] flex-col overflow-hidden">
      <div className="absolute inset-0 -z-10 opacity-25 md:opacity-35" aria-hidden="true">
        <Backdrop slug="swade" className="object-right" />
      </div>
      <div className="wrap grid flex-1 content-end items-end gap-x-8 gap-y-8 pt-28 pb-12 md:pb-16 lg:grid-cols-12">
        <h1 className="display lg:col-span-12">
          Every sound <br className="max-sm:hidden" />
          leaves a figure.
        </h1>
        <div className="flex flex-col gap-8 lg:col-span-7">
          <p className="measure text-lead text-sand/85">
            Swade is a house for music made by people and machines, and for everything around it: a roster of AI artists who say that they
            are, books, two tokens, and the tools we needed along the way.
          </p>
          <div className="flex flex-wrap items-center gap-3">
            <ButtonAnchor href="#ecosystem" variant="primary">
              Explore the Ecosystem
            </ButtonAnchor>
            <ButtonAnchor href="#virtual-world">Enter the Virtual World</ButtonAnchor>
          </div>
        </div>
        <TrackList tracks={tracks} className="max-lg:hidden lg:col-span-4 lg:col-start-9" />
      </div>
    </header>
  )
}
