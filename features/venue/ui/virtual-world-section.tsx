import { useTranslations } from 'use-intl/react'
import { classNames } from '#ui/class-names.ts'
import { usePageImage } from '#ui/figure/figure-keys.ts'
import { Figure } from '#ui/figure/figure.tsx'
import { Section } from '#ui/section.tsx'
import { venueFigure } from '#features/venue/venue-addresses.ts'
import type { VenueProps } from '#features/venue/contract.ts'
import { OwnVenue } from './own-venue.tsx'
import { RoomEntry } from './room-entry.tsx'
import { EventSchedule } from './event-schedule.tsx'

/** Venue section of the landing page. Nothing is loaded from the venue's site before the visitor enters. */
export function VirtualWorldSection({ side, venue }: { side: string; venue: VenueProps }) {
  const t = useTranslations('venue.section')
  const { room } = venue
  const own = usePageImage(venueFigure)
  return (
    <Section id="virtual-world" side={side} title={t('title')} lead={t('lead')}>
      <div className="flex flex-col gap-12">
        <div
          className={classNames(
            'relative isolate flex min-h-[28rem] flex-col border border-groove bg-plate-raised md:min-h-[34rem] md:w-full',
            // A frame needs a fixed height; our own room grows with its list of people.
            room && 'overflow-hidden md:aspect-[16/10]',
          )}
        >
          <div className={classNames('absolute inset-0 -z-10', own ? 'opacity-90' : 'opacity-60')}>
            <Figure
              slug={venueFigure}
              alt={own?.alt ?? ''}
              variant="wide"
              sizes="(min-width: 64rem) 75vw, 100vw"
              className="size-full object-cover"
            />
          </div>
          {room ? <RoomEntry room={room} /> : <OwnVenue isVoiceOn={venue.isVoiceOn ?? false} />}
        </div>
        <EventSchedule {...venue} />
      </div>
    </Section>
  )
}
