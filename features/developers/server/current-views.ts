import type { z } from 'zod'
import { type ArchivedIssue, type IssueHeadline, issuePath } from '#features/issues/contract.ts'
import type { NowPlaying } from '#features/radio/contract.ts'
import { priceNames, priceSymbols, type PricesReply } from '#features/tokens/contract.ts'
import type { issueSchema, issueSummarySchema, nowPlayingSchema, pricesSchema } from './schemas.ts'

type NowPlayingView = z.infer<typeof nowPlayingSchema>
type Played = NonNullable<NowPlaying['playing_next']>

/** Returns the station's report in the format of the API; it changes with the song, not every second. */
export function nowPlayingView(now: NowPlaying, origin: string): NowPlayingView {
  const played = ({ played_at, duration, song }: Played): NonNullable<NowPlayingView['current']> => ({
    trackId: song.id,
    title: song.title,
    artist: song.artist,
    artworkUrl: song.art || null,
    artistUrl: song.artist_url === null ? null : new URL(song.artist_url, origin).href,
    startedAt: new Date(played_at * 1000).toISOString(),
    durationSeconds: duration || null,
  })
  return {
    station: now.station.name,
    isOnline: now.is_online,
    listeners: now.listeners.total,
    streamUrl: now.station.listen_url,
    current: now.now_playing && played(now.now_playing),
    next: now.playing_next && played(now.playing_next),
    history: now.song_history.map(played),
  }
}

/** Returns the prices without their age, so that the response stays the same until a price changes. */
export function pricesView({ data }: PricesReply): z.infer<typeof pricesSchema> {
  return {
    data: priceSymbols.map((symbol) => {
      const { price, change24h, at, isStale, source } = data[symbol.toLowerCase() as keyof typeof data]
      return {
        symbol,
        name: priceNames[symbol],
        priceUsd: price,
        changePercent24h: change24h,
        reportedAt: at,
        isStale,
        source,
      }
    }),
  }
}

/** Returns the summary of an issue. */
export function issueHeadlineView(
  { slug, number, kind, title, summary, sentAt }: IssueHeadline,
  origin: string,
): z.infer<typeof issueSummarySchema> {
  return { slug, number: number || null, kind, title, summary, sentAt, url: origin + issuePath(slug) }
}

/** Returns a whole issue. */
export function describeIssue(issue: ArchivedIssue, origin: string): z.infer<typeof issueSchema> {
  return {
    ...issueHeadlineView(issue, origin),
    html: issue.html,
    insights: issue.insights.map(({ title, description, source }) => ({ title, description, source })),
    tools: issue.tools.map(({ name, description, source }) => ({ name, description, source })),
  }
}
