import { agentKind } from './known-agents.ts'

/** Whether a person did it. */
export type Verdict = 'human' | 'machine' | 'unsure'

/** One fetch of a pixel or a link, as far as it was looked at. */
export type Visit = {
  at: Date
  userAgent: string | undefined
  /** The request itself said that nobody looks yet. */
  isPrefetch: boolean
  /** It came from a network in which servers stand. */
  isHosted?: boolean
}

/** A verdict with its reason in plain words. */
export type Judgement = { verdict: Verdict; reason: string }

/** Nobody opens a mail this soon; gateways look at it before it is laid into the box. */
export const machineSeconds = 3

/** A person with a notification may be this fast; a gateway is, mostly. */
export const unsureSeconds = 10

/** So long before and after following the links, a scanner loads the pictures. */
const scanSeconds = 30

/** A page a click led to is loaded so soon after it, with its scripts and pictures. */
const pageSeconds = 60

/** What makes a doubt of a visit that looks like a person's; what a page loads afterwards takes it back. */
const doubts = {
  hosted: 'from a hosting network',
  shared: 'the same visitor clicked links of several recipients',
  row: 'many links clicked in a row',
  both: 'several links clicked within a few seconds',
  pageless: 'no page was loaded after the click',
}

/** @param deliveredAt When the relay took the copy; undefined when nobody knows. */
export function judgeVisit(
  { at, userAgent, isPrefetch, isHosted = false }: Visit,
  deliveredAt: Date | undefined,
): Judgement {
  if (isPrefetch) return { verdict: 'machine', reason: 'prefetched' }
  const kind = agentKind(userAgent)
  if (kind === 'missing') return { verdict: 'machine', reason: 'no user agent' }
  if (kind === 'robot') return { verdict: 'machine', reason: 'known scanner' }
  if (kind === 'preloader') return { verdict: 'machine', reason: 'mail provider that preloads images' }
  if (!deliveredAt) return { verdict: 'unsure', reason: 'delivery time unknown' }
  const seconds = (at.getTime() - deliveredAt.getTime()) / 1000
  if (seconds < machineSeconds)
    return { verdict: 'machine', reason: `${Math.max(0, Math.round(seconds))} s after delivery` }
  if (kind === 'unknown') return { verdict: 'unsure', reason: 'unknown program' }
  if (seconds < unsureSeconds) return { verdict: 'unsure', reason: `${Math.round(seconds)} s after delivery` }
  // Proxies that show pictures to readers stand among servers, and say who they are.
  if (isHosted && kind !== 'proxy') return { verdict: 'unsure', reason: doubts.hosted }
  return { verdict: 'human', reason: '' }
}

/** What is known of one copy's opens and clicks, and of pages that were loaded after a click (`page`). */
export type Judged = Judgement & { kind: string; linkNumber: number | null; at: Date; client?: string }

/** What is known beside one copy's own readings. */
export type Surroundings = {
  /** Visitors who followed links of several recipients at about the same time. */
  sharedClients?: ReadonlySet<string>
  /** Links that lead to pages of this site, where a browser is seen to load them. */
  ownLinks?: ReadonlySet<number>
}

/**
 * Judges what came back of one copy once more, together: whatever follows all links within seconds, or many as a clock
 * does, is a scanner, however it calls itself, and so is whatever loaded the pixel beside that. What may be either is
 * unsure, unless the page behind the link was loaded as a browser does. A scan whose pages were loaded may be a person
 * in a hurry, and is unsure.
 *
 * @param linkCount Counted links of the letter.
 * @returns The same readings in the same order; those not judged otherwise are the same objects.
 */
export function judgeTogether<Reading extends Judged>(
  readings: Reading[],
  linkCount: number,
  { sharedClients = new Set(), ownLinks = new Set() }: Surroundings = {},
): Reading[] {
  const clicks = readings.filter(({ kind }) => kind === 'click').toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const pages = readings.filter(({ kind, verdict }) => kind === 'page' && verdict === 'human')
  const isBrowsed = (row: Row<Reading>) =>
    row.clicks.filter((click) => hasPage(pages, click)).length * 2 > row.clicks.length
  const scanRows = rows(clicks).filter((row) => isScan(row, linkCount))
  const browsed = new Set(scanRows.filter(isBrowsed).flatMap((row) => row.clicks))
  const scanned = new Set(scanRows.flatMap((row) => row.clicks).filter((click) => !browsed.has(click)))
  const close = new Set(rows(clicks).flatMap((row) => (isDoubtful(row, linkCount) ? row.clicks : [])))
  const scans = [...scanned].map(({ at }) => at)
  const pageless = new Set(
    rows(clicks).flatMap((row) => row.clicks.filter((click) => isPageless(row, click, { pages, ownLinks }))),
  )
  return readings.map((reading) => {
    if (reading.verdict === 'machine') return reading
    if (scanned.has(reading)) return { ...reading, verdict: 'machine', reason: 'all links clicked one after another' }
    if (reading.kind === 'open' && scans.some((at) => Math.abs(secondsBetween(reading.at, at)) <= scanSeconds))
      return { ...reading, verdict: 'machine', reason: 'opened while all links were clicked one after another' }
    if (reading.kind !== 'click') return reading
    if (browsed.has(reading))
      return reading.verdict === 'human' ? { ...reading, verdict: 'unsure', reason: doubts.row } : reading
    if (hasPage(pages, reading)) return isDoubted(reading) ? { ...reading, verdict: 'human', reason: '' } : reading
    if (reading.verdict !== 'human') return reading
    if (reading.client && sharedClients.has(reading.client))
      return { ...reading, verdict: 'unsure', reason: doubts.shared }
    if (pageless.has(reading)) return { ...reading, verdict: 'unsure', reason: doubts.pageless }
    if (close.has(reading))
      return { ...reading, verdict: 'unsure', reason: clicks.length > 2 ? doubts.row : doubts.both }
    return reading
  })
}

/** Clicks that follow each other, no two of them further apart than `paceSeconds`. */
type Row<Reading> = {
  clicks: Reading[]
  paceSeconds: number
  /** Different links, in the order they were first followed. */
  links: (number | null)[]
  /** Seconds between those. */
  gaps: number[]
}

/** Scanners that hurry, that pace themselves, and that go slowly. */
const paces = [1, 5, 10, 15, 30, 60, 120]

/** Whoever comes to a link again later than this begins anew. */
const againSeconds = 5

function rows<Reading extends Judged>(clicks: Reading[]): Row<Reading>[] {
  return paces.flatMap((paceSeconds) => {
    const groups: Reading[][] = []
    for (const click of clicks) {
      const group = groups.at(-1)
      const seconds = group ? secondsBetween(group.at(-1)!.at, click.at) : Infinity
      const isAgain = seconds > againSeconds && group?.some(({ linkNumber }) => linkNumber === click.linkNumber)
      if (group && seconds <= paceSeconds && !isAgain) group.push(click)
      else groups.push([click])
    }
    return groups.map((group) => {
      const firsts = group.filter(
        ({ linkNumber }, index) => group.findIndex((one) => one.linkNumber === linkNumber) === index,
      )
      return {
        clicks: group,
        paceSeconds,
        links: firsts.map(({ linkNumber }) => linkNumber),
        gaps: firsts.slice(1).map(({ at }, index) => secondsBetween(firsts[index]!.at, at)),
      }
    })
  })
}

/**
 * A person may open two or three links at once, or read at a stretch; nobody takes all of many in a row, or four as a
 * clock does.
 */
function isScan({ links, gaps, paceSeconds }: Row<Judged>, linkCount: number): boolean {
  const count = links.length
  if (count < 3) return false
  const isAll = count >= linkCount
  // Three within a moment, and half of all there are.
  if (
    paceSeconds <= 5 &&
    count * 2 >= linkCount &&
    gaps.reduce((sum, gap) => sum + gap, 0) <= 5 * Math.max(1, count - 2)
  )
    return true
  if (paceSeconds <= 10 && isAll) return true
  if (paceSeconds <= 30 && isAll && count >= 5 && isInOrder(links)) return true
  // Four reading at an even pace are no clock yet.
  return count >= 4 && isInOrder(links) && isRegular(gaps, count === 4 ? 0.05 : 0.2)
}

function isDoubtful({ links, paceSeconds }: Row<Judged>, linkCount: number): boolean {
  const count = links.length
  if (count < 2) return false
  if (paceSeconds <= 1) return true
  if (paceSeconds <= 5 && count >= linkCount) return true
  if (paceSeconds <= 15 && count >= 3 && count * 2 >= linkCount) return true
  return count >= 4 && count >= linkCount
}

/**
 * One page that is not seen to load proves nothing; of two in a row, one would be. Whose address is not known is not
 * seen at all.
 */
function isPageless(
  { clicks }: Row<Judged>,
  click: Judged,
  { pages, ownLinks }: { pages: Judged[]; ownLinks: ReadonlySet<number> },
): boolean {
  const own = clicks.filter(({ linkNumber, client }) => client && linkNumber !== null && ownLinks.has(linkNumber))
  const links = new Set(own.map(({ linkNumber }) => linkNumber))
  return own.includes(click) && links.size >= 2 && !own.some((one) => hasPage(pages, one))
}

/** As they stand in the mail, or from its end. */
function isInOrder(links: (number | null)[]): boolean {
  const steps = links.slice(1).map((link, index) => (link ?? 0) - (links[index] ?? 0))
  return steps.every((step) => step > 0) || steps.every((step) => step < 0)
}

/** Whether they come as a clock does. */
function isRegular(gaps: number[], tolerance: number): boolean {
  const [least, most] = [Math.min(...gaps), Math.max(...gaps)]
  return most - least <= most * tolerance
}

function hasPage(pages: Judged[], click: Judged): boolean {
  return pages.some((page) => isPageOf(page, click))
}

function isPageOf(page: Judged, click: Judged): boolean {
  const seconds = secondsBetween(click.at, page.at)
  return page.linkNumber === click.linkNumber && seconds >= 0 && seconds <= pageSeconds
}

function isDoubted({ verdict, reason }: Judged): boolean {
  return verdict === 'unsure' && Object.values(doubts).includes(reason)
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000
}
