import { IANAZone } from 'luxon'

/**
 * Hours ahead of UTC. For names with two meanings, the American one as in RFC 822, otherwise the one that more feeds
 * use.
 */
const zones = new Map(
  [
    'UT 0 UTC 0 GMT 0 Z 0 WET 0 WEST 1 BST 1 IST 5.5',
    'CET 1 MET 1 MEZ 1 CEST 2 MEST 2 MESZ 2 EET 2 EEST 3 MSK 3 TRT 3',
    'EST -5 EDT -4 CST -6 CDT -5 MST -7 MDT -6 PST -8 PDT -7 AKST -9 AKDT -8 HST -10 HAST -10 AST -4 ADT -3 NST -3.5 NDT -2.5',
    'BRT -3 ART -3 UYT -3 CLT -4 CLST -3 COT -5 PET -5 VET -4',
    'WAT 1 CAT 2 SAST 2 EAT 3 GST 4 PKT 5 NPT 5.75 BDT 6 ICT 7 WIB 7 SGT 8 HKT 8 PHT 8 MYT 8 JST 9 KST 9',
    'AWST 8 ACST 9.5 ACDT 10.5 AEST 10 AEDT 11 NZST 12 NZDT 13',
  ].flatMap((line) =>
    [...line.matchAll(/([A-Z]+) (\S+)/g)].map(([, name = '', hours]) => [name, Number(hours)] as const),
  ),
)

/** Formats of a day and a time in feeds, followed by any zone: RFC 822 with or without a weekday, and ISO 8601. */
const forms = [
  /^(?:\p{L}+\.?,?\s+)?(?<day>\d{1,2})\.?[\s-]+(?<month>\p{L}{3,})\.?[\s-]+(?<year>\d{4}|\d{2}),?(?:\s+(?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2}))?(?:[.,]\d+)?\s*(?<half>[ap]\.?m\b\.?)?)?\s*(?<zone>.*)$/iu,
  /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:[T\s]+(?<hour>\d{2}):?(?<minute>\d{2})(?::?(?<second>\d{2}))?(?:[.,]\d+)?\s*(?<half>[ap]\.?m\b\.?)?)?\s*(?<zone>.*)$/iu,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})T(?<hour>\d{2})(?<minute>\d{2})(?<second>\d{2})?(?<half>)(?<zone>.*)$/iu,
]

/**
 * Beginnings of month names in English and other common feed languages, without accents; longer beginnings come first.
 */
const months: [beginnings: RegExp, index: number][] = [
  [/^(jan|gen|ene|sty)/, 0],
  [/^(feb|fev|lut)/, 1],
  [/^(mar|mae?r|maerz|mrt)/, 2],
  [/^(apr|avr|abr|kwi)/, 3],
  [/^(may|mai|maj|mag|mei)/, 4],
  [/^(juin|jun|giu|cze)/, 5],
  [/^(juil|jul|lug|lip)/, 6],
  [/^(aug|aou|ago|sie)/, 7],
  [/^(sep|set|wrz)/, 8],
  [/^(oct|okt|ott|out|paz)/, 9],
  [/^(nov|lis)/, 10],
  [/^(dec|dez|dic|gru)/, 11],
]

function monthIndexOf(month: string): number {
  const name = month.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return months.find(([beginnings]) => beginnings.test(name))?.[1] ?? -1
}

/** Returns the hour on a 24-hour clock. */
function hourOf(hour: string | undefined, half: string | undefined): number {
  const clockHour = Number(hour ?? 0)
  return half ? (clockHour % 12) + (/^p/i.test(half) ? 12 : 0) : clockHour
}

/**
 * Parses the date of a feed: with an offset, a zone's short name (`CEST`) or its long one (`Europe/Berlin`). A time
 * without a known zone is read as UTC; a few hours hardly change its place among the others.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2822#section-4.3
 */
export function readFeedDate(rawText: string): Date | undefined {
  // Comments in parentheses after an offset are for people.
  const text = rawText
    .replaceAll(/\([^()]*\)/g, ' ')
    .replaceAll('\u2212', '-')
    .trim()
  const {
    year,
    month,
    day,
    hour,
    minute,
    second,
    half,
    zone = '',
  } = forms.map((form) => form.exec(text)?.groups).find(Boolean) ?? {}
  const monthIndex = month === undefined ? -1 : /^\d/.test(month) ? Number(month) - 1 : monthIndexOf(month)
  if (year === undefined || monthIndex < 0) return orNothing(new Date(text))
  const utc = Date.UTC(
    wholeYear(year),
    monthIndex,
    Number(day),
    hourOf(hour, half),
    Number(minute ?? 0),
    Number(second ?? 0),
  )
  const isDay = new Date(utc).getUTCMonth() === monthIndex || Number(hour ?? 0) === 24
  return isDay && Number(minute ?? 0) < 60 ? orNothing(new Date(utc - offsetOf(zone.trim(), utc) * 60_000)) : undefined
}

const orNothing = (date: Date) => (Number.isFinite(date.getTime()) ? date : undefined)

// Returns a four-digit year; two-digit years of RFC 822 are interpreted as in RFC 2822.
function wholeYear(year: string): number {
  return year.length === 4 ? Number(year) : Number(year) + (Number(year) < 50 ? 2000 : 1900)
}

function offsetOf(zone: string, utc: number): number {
  const [, sign, hours, minutes = 0] = /^(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?$/i.exec(zone) ?? []
  if (hours !== undefined) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const named = zones.get(zone.toUpperCase())
  if (named !== undefined) return named * 60
  const name = zone.replaceAll(/\s+/g, '_')
  if (!name.includes('/') || !IANAZone.isValidZone(name)) return 0
  // The offset depends on the resulting time, which is earlier by that offset.
  const place = IANAZone.create(name)
  return place.offset(utc - place.offset(utc) * 60_000)
}
