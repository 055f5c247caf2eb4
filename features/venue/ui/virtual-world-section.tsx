import { useTranslations } from 'use-intl/react'
import { Figure } from '#ui/figure/figure.tsx'
import { Section } from '#ui/section.tsx'
import type { VenueProps } from '#features/venue/contract.ts'
import { RoomEntry } from './room-entry.tsx'
import { EventSchedule } from './event-schedule.tsx'

/** Venue section of the landing page. Nothing is loaded from the venue's site before the visitor enters. */
export function VirtualWorldSection({ side, venue }: { side: string; venue: VenueProps }) {
  const t = useTranslations('venue.section')
  const { room } = venue
  return (
    <Section id="virtual-world" side={side} title={t('title')} lead={t('lead')}>
      <div className="flex flex-col gap-12">
        <div className="relative isolate flex min-h-[28rem] flex-col overflow-hidden border border-groove bg-plate-raised md:aspect-[16/10] md:min-h-[34rem] md:w-full">
          <div
            className={room ? 'absolute inset-0 -z-10 opacity-60' : 'absolute inset-0 -z-10 opacity-20'}
            aria-hidden="true"
          >
            <Figure
              slug="virtual-world"
              variant="wide"
              sizes="(min-width: 64rem) 75vw, 100vw"
              className="size-full object-cover"
            />
          </div>
          {room ? <RoomEntry room={room} /> : <RoomUnavailable />}
        </div>
        <EventSchedule {...venue} />
      </div>
    </Section>
  )
}

function RoomUnavailable() {
  const t = useTranslations('venue.section')
  return (
    <div className="flex flex-1 flex-col justify-between gap-16 p-5 md:p-8">
      <p className="label text-dust">{t('notConnected')}</p>
      <div className="flex max-w-xl flex-col gap-3">
        <p className="heading">{t('notOpen')}</p>
        <p className="text-dust">{t('notOpenText')}</p>
      </div>
    </div>
  )
}
