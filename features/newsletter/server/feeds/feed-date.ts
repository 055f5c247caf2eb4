import { IANAZone } from 'luxon'

/** Minutes ahead of UTC. Of names with two meanings the American one, as RFC 822 says, else the one with more feeds. */
const zones: Record<string, number> = {
  ...{ UT: 0, UTC: 0, GMT: 0, Z: 0, WET: 0, WEST: 60, BST: 60, IST: 330 },
  ...{ CET: 60, MET: 60, MEZ: 60, CEST: 120, MEST: 120, MESZ: 120, EET: 120, EEST: 180, MSK: 180, TRT: 180 },
  ...{ EST: -300, EDT: -240, CST: -360, CDT: -300, MST: -420, MDT: -360, PST: -480, PDT: -420 },
  ...{ AKST: -540, AKDT: -480, HST: -600, HAST: -600, AST: -240, ADT: -180, NST: -210, NDT: -150 },
  ...{ BRT: -180, ART: -180, UYT: -180, CLT: -240, CLST: -180, COT: -300, PET: -300, VET: -240 },
  ...{ WAT: 60, CAT: 120, SAST: 120, EAT: 180, GST: 240, PKT: 300, NPT: 345, BDT: 360, ICT: 420, WIB: 420 },
  ...{ SGT: 480, HKT: 480, PHT: 480, MYT: 480, AWST: 480, JST: 540, KST: 540, ACST: 570, ACDT: 630, AEST: 600, AEDT: 660 },
  ...{ NZST: 720, NZDT: 780 },
}

/** A day and a time as feeds write them, whatever zone follows: RFC 822 with or without a weekday, and ISO 8601. */
const forms = [
  /^(?:\p{L}+\.?,?\s+)?(?<day>\d{1,2})[\s-]+(?<month>\p{L}{3,})\.?[\s-]+(?<year>\d{4}|\d{2}),?(?:\s+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:[.,]\d+)?)?\s*(?<zone>.*)$/u,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T\s]+(?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2}))?(?:[.,]\d+)?)?\s*(?<zone>.*)$/iu,
]

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * The moment a feed tells: with an offset, a zone's short name (`CEST`) or its long one (`Europe/Berlin`). A time without a zone, or with one
 * nobody knows, is read as UTC: a few hours off it still stands in its place among the others.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2822#section-4.3
 */
export function readFeedDate(told: string): Date | undefined {
  // What stands in brackets behind an offset is for people.
  const text = told.replaceAll(/\([^()]*\)/g, ' ').trim()
  const { year, month, day, hour, minute, second, zone = '' } = forms.map((form) => form.exec(text)?.groups).find(Boolean) ?? {}
  const monthIndex = month === undefined ? -1 : /^\d/.test(month) ? Number(month) - 1 : months.indexOf(month.slice(0, 3).toLowerCase())
  if (year === undefined || monthIndex < 0) return orNothing(new Date(text))
  const utc = Date.UTC(wholeYear(year), monthIndex, Number(day), Number(hour ?? 0), Number(minute ?? 0), Number(second ?? 0))
  const isDay = new Date(utc).getUTCMonth() === monthIndex || Number(hour ?? 0) === 24
  return isDay && Number(minute ?? 0) < 60 ? orNothing(new Date(utc - offsetOf(zone.trim(), utc) * 60_000)) : undefined
}

const orNothing = (date: Date) => (Number.isFinite(date.getTime()) ? date : undefined)

// As RFC 2822 reads what RFC 822 wrote.
function wholeYear(year: string): number {
  return year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
}

function offsetOf(zone: string, utc: number): number {
  const [, sign, hours, minutes = 0] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone) ?? []
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const named = zones[zone.toUpperCase()]
  if (named !== undefined) return named
  if (!zone.includes('/') || !IANAZone.isValidZone(zone)) return 0
  // The offset holds for the moment itself, which lies that much earlier.
  const place = IANAZone.create(zone)
  return place.offset(utc - place.offset(utc) * 60_000)
}
