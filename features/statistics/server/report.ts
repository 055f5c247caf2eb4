import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Services } from '#shared/services.ts'
import { storedTracks } from '#features/artists/contract.ts'
import {
  pageRankingLength,
  type Ranked,
  rankingLength,
  type StatisticsDay,
  type StatisticsReport,
  type StatisticsService,
} from '#features/statistics/contract.ts'
import { listAirplayOf, listCounts, listSales, listSignUps, listTop, sumBookReads, sumByDay } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

type ReportDeps = {
  db: Database['db']
  clock: Clock
  services: () => Pick<Services, 'artists' | 'books'>
}

/** Creates the reports of the site statistics. */
export function createReports({ db, clock, services }: ReportDeps): Pick<StatisticsService, 'report' | 'rows'> {
  const daysUntilToday = (length: number) =>
    Array.from({ length }, (_none, index) =>
      new Date(clock.now().getTime() - (length - 1 - index) * dayMs).toISOString().slice(0, 10),
    )

  return {
    async report(length): Promise<StatisticsReport> {
      const days = daysUntilToday(length)
      const from = days[0]!
      const top = (metric: Parameters<typeof listTop>[1]['metric'], limit = rankingLength) =>
        listTop(db, { metric, from, limit })
      const [sums, pages, sources, campaigns, plays, books, bookPages, hours, sales, signUps, airplay] =
        await Promise.all([
          sumByDay(db, from),
          top('views'),
          top('sources'),
          top('campaigns'),
          top('plays'),
          sumBookReads(db, from, rankingLength),
          top('reads', pageRankingLength),
          top('listening', 24),
          listSales(db, from),
          listSignUps(db, from),
          listAirplayOf(db, from, rankingLength),
        ])
      const countOf = (day: string, metric: string) =>
        sums.find((sum) => sum.day === day && sum.metric === metric)?.count ?? 0
      const salesOf = (day: string) => sales.filter((sale) => sale.day === day)
      return {
        days: days.map((day): StatisticsDay => ({
          day,
          views: countOf(day, 'views'),
          listeningMinutes: countOf(day, 'listening'),
          plays: countOf(day, 'plays'),
          reads: countOf(day, 'reads'),
          orders: salesOf(day).reduce((sum, { orders }) => sum + orders, 0),
          revenueCents: salesOf(day).reduce((sum, { cents }) => sum + cents, 0),
          signUps: signUps.find((one) => one.day === day)?.count ?? 0,
        })),
        pages: pages.map((page) => ({ ...page, title: page.key, ...(isAddress(page.key) ? { href: page.key } : {}) })),
        sources: sources.map((source) => ({ ...source, title: source.key })),
        campaigns: campaigns.map((campaign) => ({ ...campaign, title: campaign.key })),
        plays: plays.map((play) => ({ ...play, ...describeRecording(play.key, services()) })),
        airplay: airplay.map(({ key, title, artist, count }) => ({ key, title: `${artist} – ${title}`, count })),
        books: books.map((book) => ({ ...book, ...describeBook(book.key, services()) })),
        bookPages: bookPages.map((page) => ({ ...page, title: describeBookPage(page.key, services()) })),
        sales: joinSales(sales),
        testOrders: sales.reduce((sum, { tests }) => sum + tests, 0),
        listenersByHour: Array.from({ length: 24 }, (_none, hour) => {
          const minutes = hours.find(({ key }) => Number(key) === hour)?.count ?? 0
          return minutes / 60 / days.length
        }),
      }
    },

    async rows(length) {
      const from = daysUntilToday(length)[0]!
      const [counts, sales, signUps] = await Promise.all([
        listCounts(db, from),
        listSales(db, from),
        listSignUps(db, from),
      ])
      const rows = [
        ...counts,
        ...sales.map(({ day, key, orders }) => ({ day, metric: 'orders', key, count: orders })),
        ...sales.map(({ day, key, cents }) => ({ day, metric: 'revenue in cents', key, count: cents })),
        ...signUps.map(({ day, count }) => ({ day, metric: 'sign-ups', key: '', count })),
      ]
      return rows.toSorted((a, b) => a.day.localeCompare(b.day))
    },
  }
}

/** Pages with secrets in their address are counted by a pattern, which is not an address. */
const isAddress = (path: string) => path.startsWith('/') && !path.includes(':')

type Named = Pick<Ranked, 'title' | 'href'>
type Catalogue = Pick<Services, 'artists' | 'books'>

/**
 * Describes a recording by its address on the site; recordings that are no longer in the catalogue are shown with their
 * address.
 */
function describeRecording(address: string, { artists, books }: Catalogue): Named {
  const [, kind, name = '', file = ''] = /^\/media\/(artists|books)\/([^/]+)\/(.+)$/.exec(address) ?? []
  const artist = kind === 'artists' ? artists.find(name) : undefined
  if (artist) {
    const title = storedTracks(artist).find((track) => track.file === file)?.title ?? file
    return { title: `${artist.name} – ${title}`, href: `/artist/${name}` }
  }
  const listed = kind === 'books' ? books.find(name) : undefined
  const book = listed ?? (kind === 'books' ? books.findUnlisted(name) : undefined)
  if (!book) return { title: address }
  const chapter = book.audioChapters.find((one) => one.file === file)
  return { title: `${book.title} – ${chapter?.title ?? 'preview'}`, ...(listed && { href: `/book/${name}` }) }
}

function describeBook(id: string, { books }: Catalogue): Named {
  const title = (books.find(id) ?? books.findUnlisted(id))?.title
  return title === undefined ? { title: id } : { title, href: `/admin/books/${id}` }
}

function describeBookPage(key: string, catalogue: Catalogue): string {
  const [id = '', page = ''] = key.split('/')
  return `${describeBook(id, catalogue).title}, page ${page}`
}

function joinSales(sales: Awaited<ReturnType<typeof listSales>>): StatisticsReport['sales'] {
  const books = new Map<string, StatisticsReport['sales'][number]>()
  for (const { key, title, orders, cents } of sales) {
    const sum = books.get(key) ?? { key, title, count: 0, revenueCents: 0, href: `/admin/books/${key}` }
    books.set(key, { ...sum, count: sum.count + orders, revenueCents: sum.revenueCents + cents })
  }
  return [...books.values()].toSorted((a, b) => b.revenueCents - a.revenueCents || b.count - a.count)
}
