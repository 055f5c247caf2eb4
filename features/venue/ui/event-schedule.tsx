import { CalendarPlus, ChevronDown } from 'lucide-react'
import { useLocale, useTranslations } from 'use-intl/react'
import { ButtonAnchor, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/notice.tsx'
import { calendarIn, calendarPath, occurrenceCalendarPath } from '#features/venue/venue-addresses.ts'
import { doorsMs } from '#features/venue/hall/doors.ts'
import { maxListed } from '#features/venue/schedule-limits.ts'
import type { Occurrence, VenueProps } from '#features/venue/contract.ts'
import { useNow, useVisitorZone } from './visitor-clock.ts'
import { Tag } from '#ui/tag.tsx'
import { timeUntil, formatEventTime, cityOf } from './hall/event-times.ts'

/** Number of rows shown below the next event. */
const openRows = 3

/** Events of the venue: the next one, a few that follow, and the remaining and past ones collapsed. */
export function EventSchedule({ at, room, coming, past }: VenueProps) {
  const t = useTranslations('venue.schedule')
  const locale = useLocale()
  const now = useNow(at, 15_000)
  // An event may have ended since the page was rendered.
  const isOver = ({ endsAt }: Occurrence) => Date.parse(endsAt) <= now
  const [next, ...later] = coming.filter((one) => !isOver(one))
  const over = [...coming.filter(isOver).toReversed(), ...past]
  const folded = later.slice(openRows)
  // Without a number if there may be more dates than a page lists.
  const moreLabel = coming.length < maxListed.coming ? t('more', { count: folded.length }) : t('moreOpen')
  const pastLabel = past.length < maxListed.past ? t('past', { count: over.length }) : t('pastOpen')
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h3 className="title">{t('program')}</h3>
        {next ? (
          <ButtonAnchor href={calendarIn(locale, calendarPath)} download>
            <CalendarPlus size={16} strokeWidth={1.5} aria-hidden="true" />
            {t('addAll')}
          </ButtonAnchor>
        ) : null}
      </div>
      {next ? (
        <NextEvent at={at} occurrence={next} hasDoors={!room} />
      ) : (
        <EmptyState title={t('none')}>{t('noneText')}</EmptyState>
      )}
      {later.length > 0 ? <Rows occurrences={later.slice(0, openRows)} /> : null}
      {folded.length > 0 ? <Fold label={moreLabel} occurrences={folded} /> : null}
      {over.length > 0 ? <Fold label={pastLabel} occurrences={over} isOver /> : null}
    </div>
  )
}

function Rows({ occurrences, isOver }: { occurrences: Occurrence[]; isOver?: boolean }) {
  return (
    <ul className="flex flex-col border-b border-groove">
      {occurrences.map((one) => (
        <OccurrenceRow key={one.key} occurrence={one} isOver={isOver} />
      ))}
    </ul>
  )
}

function Fold({ label, ...rows }: { label: string; occurrences: Occurrence[]; isOver?: boolean }) {
  return (
    <details className="group border border-groove">
      <summary className="label flex min-h-11 cursor-pointer items-center justify-between gap-3 px-4 text-sand hover:text-live">
        {label}
        <ChevronDown size={16} strokeWidth={1.5} aria-hidden="true" className="text-dust group-open:rotate-180" />
      </summary>
      <div className="px-4">
        <Rows {...rows} />
      </div>
    </details>
  )
}

/** The next or current event with a countdown. */
function NextEvent({ at, occurrence, hasDoors }: CountdownProps) {
  const t = useTranslations('venue.schedule')
  const { key, title, description, isCalledOff, startsAt } = occurrence
  const isLive = useNow(at, 1_000) >= Date.parse(startsAt) && !isCalledOff
  return (
    <article id={key} className="grid gap-x-8 gap-y-6 border border-groove bg-plate-raised p-5 md:p-6 lg:grid-cols-5">
      <div className="flex flex-col gap-3 lg:col-span-3">
        <p className="label text-dust">{t(isLive ? 'current' : 'next')}</p>
        <h4 className="title flex flex-wrap items-center gap-3">
          <span className={isCalledOff ? 'text-dust line-through' : undefined}>{title}</span>
          {isCalledOff ? <Tag>{t('cancelled')}</Tag> : null}
        </h4>
        <p className="measure text-dust">{description}</p>
      </div>
      <div className="flex flex-col items-start gap-4 lg:col-span-2">
        <Countdown at={at} occurrence={occurrence} hasDoors={hasDoors} />
        <OccurrenceTime occurrence={occurrence} isInCard />
        <CalendarLink occurrence={occurrence} />
      </div>
    </article>
  )
}

type CountdownProps = { at: string; occurrence: Occurrence; hasDoors: boolean }

function Countdown({ at, occurrence: { startsAt, isCalledOff }, hasDoors }: CountdownProps) {
  const t = useTranslations('venue.schedule')
  const now = useNow(at, 1_000)
  if (isCalledOff) return null
  const leftMs = Date.parse(startsAt) - now
  if (leftMs <= 0) return <p className="label text-live">{t('liveNow')}</p>
  return (
    <>
      {hasDoors && leftMs <= doorsMs ? <p className="label text-live">{t('doorsOpen')}</p> : null}
      {/* Screen readers read a timer on request, not every second. Hidden without JavaScript, because it would not
          advance. */}
      <p
        role="timer"
        aria-label={t('startsIn', { time: timeUntil(startsAt, now) })}
        className="figures text-title text-sand noscript:hidden"
      >
        <span aria-hidden="true">{timeUntil(startsAt, now)}</span>
      </p>
    </>
  )
}

/** One date of the schedule. */
function OccurrenceRow({ occurrence, isOver }: { occurrence: Occurrence; isOver?: boolean | undefined }) {
  const t = useTranslations('venue.schedule')
  const { key, title, isCalledOff } = occurrence
  return (
    <li
      id={key}
      className="grid items-center gap-x-8 gap-y-2 border-t border-groove py-4 md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_auto]"
    >
      <OccurrenceTime occurrence={occurrence} />
      <span className="flex flex-wrap items-center gap-3">
        <span className={isCalledOff ? 'text-dust line-through' : isOver ? 'text-dust' : 'text-sand'}>{title}</span>
        {isCalledOff ? <Tag>{t('cancelled')}</Tag> : null}
      </span>
      {isOver ? null : <CalendarLink occurrence={occurrence} />}
    </li>
  )
}

/** The calendar file of one date. */
function CalendarLink({ occurrence: { key, title, startsAt, timeZone } }: { occurrence: Occurrence }) {
  const t = useTranslations('venue.schedule')
  const locale = useLocale()
  return (
    <a
      href={calendarIn(locale, occurrenceCalendarPath(key))}
      download
      className={buttonClass('bare', 'justify-self-start')}
    >
      <CalendarPlus size={16} strokeWidth={1.5} aria-hidden="true" />
      {t.rich('add', {
        title,
        time: formatEventTime(timeZone, startsAt, locale),
        hidden: (text) => <span className="sr-only">{text}</span>,
      })}
    </a>
  )
}

/**
 * Start time in the visitor's time zone and in that of the announcement; without JavaScript in the latter and in UTC.
 */
function OccurrenceTime({ occurrence, isInCard = false }: { occurrence: Occurrence; isInCard?: boolean }) {
  const { startsAt, timeZone } = occurrence
  const t = useTranslations('venue.schedule')
  const locale = useLocale()
  const own = useVisitorZone()
  const [first, second] = own ? [own, own === timeZone ? 'UTC' : timeZone] : [timeZone, 'UTC']
  return (
    <span className="figures flex flex-col text-small">
      <time dateTime={startsAt} className="text-sand">
        <EventTime text={formatEventTime(first, startsAt, locale)} isInCard={isInCard} />
        {own ? <span className="sr-only">{` ${t('yourTime')}`}</span> : null}
      </time>
      <span className="text-dust">
        <EventTime
          text={formatEventTime(second, startsAt, locale)}
          place={second === 'UTC' ? '' : cityOf(second)}
          isInCard={isInCard}
        />
      </span>
    </span>
  )
}

/**
 * A date with its time and time zone, which stay together when the line breaks. In the card and except on wide screens,
 * the date is on a line of its own, so that nothing moves when JavaScript replaces the time zone.
 */
function EventTime({ text, place = '', isInCard }: { text: string; place?: string; isInCard: boolean }) {
  const at = text.lastIndexOf(', ') + 2
  return (
    <>
      {text.slice(0, at)}
      <span className={isInCard ? 'inline-block w-full' : 'max-xl:inline-block max-xl:w-full'}>
        <span className="whitespace-nowrap">{text.slice(at)}</span>
        {place ? `, ${place}` : ''}
      </span>
    </>
  )
}
