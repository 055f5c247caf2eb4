import { DateTime } from 'luxon'
import type { Clock } from '#platform/clock.ts'
import type { Services } from '#shared/services.ts'
import { formatUsd } from '#shared/money.ts'
import { notOpenYet } from '#features/newsletter/server/generate/material.ts'
import type { SiteRecord } from '#features/newsletter/server/newsletter-parts.ts'
import { genreNames, type SubmissionDeskService } from '#features/submissions/contract.ts'
import type { Platform } from '#features/platforms/contract.ts'
import type { Airplay } from '#features/radio/contract.ts'
import type { Prices } from './open-prices.ts'
import type { Radio } from './open-radio.ts'

type Rooms = Pick<Services, 'artists' | 'books' | 'platforms' | 'journey'>

type Sources = {
  rooms: Rooms
  submissions: Pick<SubmissionDeskService, 'acceptedSince'>
  tracks: Pick<Radio['tracks'], 'airplaySince'>
  prices: Pick<Prices, 'news'>
  clock: Clock
}

/** How much of each kind a letter can choose from. */
const most = { tracks: 8, airplay: 5, books: 4, milestones: 2, artists: 3, platforms: 6 }

/**
 * Gathers what happened on this site since a moment, and some of what is always there: each week the next of the artists, platforms and
 * milestones, so that no two letters tell the same. Prices are told as they are just now, where they are known.
 */
export function newsletterMaterial({ rooms, submissions, tracks, prices, clock }: Sources) {
  return async function gather(since: Date): Promise<SiteRecord[]> {
    const now = clock.now()
    const [accepted, airplay] = await Promise.all([submissions.acceptedSince(since, most.tracks), tracks.airplaySince(since, most.airplay)])
    const turn = Math.floor(now.getTime() / (7 * 24 * 3_600_000))
    return [
      ...accepted.map((track): SiteRecord => ({
        kind: 'track',
        title: `“${track.songTitle}” by ${track.artistName}`,
        facts: `“${track.songTitle}” by ${track.artistName} joined the rotation of Swade Radio on ${dayOf(track.acceptedAt)}. Its genre: ${genreOf(track.genre)}.`,
        path: artistPath(rooms, track.artistName),
        at: track.acceptedAt,
      })),
      ...airplay.map((play) => airplayRecord(play, since, rooms)),
      ...newBooks(rooms, since, now),
      ...prices.news().map((news): SiteRecord => ({ kind: 'price', ...news })),
      ...inTurn(rooms.artists.list(), most.artists, turn)
        .map((artist) => artistRecord(rooms, artist.slug, now))
        .flat(),
      ...inTurn(rooms.journey.milestones(), most.milestones, turn).map((milestone): SiteRecord => ({
        kind: 'milestone',
        title: `${milestone.period}: ${milestone.title}`,
        facts: sentences(milestone.description, 3),
        path: '/journey',
        at: now,
      })),
      ...inTurn(rooms.platforms.list(), most.platforms, turn).map((platform): SiteRecord => ({
        kind: 'platform',
        title: platform.name,
        facts: [isOpen(platform) ? '' : notOpenYet(platform.name), platform.description, platform.helpText].join(' ').trim(),
        path: `/platform/${platform.id}`,
        at: now,
      })),
    ]
  }
}

function airplayRecord({ title, artist, plays, peakListeners, lastPlayedAt }: Airplay, since: Date, rooms: Rooms): SiteRecord {
  const times = plays === 1 ? 'once' : `${plays} times`
  const heard = peakListeners > 1 ? ` Up to ${peakListeners} people listened at once.` : ''
  return {
    kind: 'airplay',
    title: `“${title}” by ${artist}`,
    facts: `“${title}” by ${artist} was on Swade Radio ${times} since ${dayOf(since)}.${heard}`,
    path: artistPath(rooms, artist),
    at: lastPlayedAt,
  }
}

function newBooks({ books }: Rooms, since: Date, now: Date): SiteRecord[] {
  return books
    .list()
    .flatMap(({ id }) => books.find(id) ?? [])
    .map((book) => ({ book, at: new Date(`${book.published}T00:00:00Z`) }))
    .filter(({ at }) => at >= since && at <= now)
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, most.books)
    .map(({ book, at }) => ({
      kind: 'book',
      title: book.title,
      facts: `“${book.title}” by ${book.author}: ${book.subtitle}. ${sentences(book.description, 1)} It came out on ${dayOf(at, 'utc')}, has ${book.pages} pages and ${book.isFree ? 'is free' : `costs ${formatUsd(book.priceCents)}`}.`,
      path: `/book/${book.id}`,
      at,
    }))
}

function artistRecord({ artists }: Rooms, slug: string, now: Date): SiteRecord[] {
  const artist = artists.find(slug)
  if (!artist) return []
  const made = artist.aiGenerated ? 'an AI artist' : 'an artist'
  const track = artist.featuredTrack ? ` The track to begin with: “${artist.featuredTrack.title}”.` : ''
  return [
    {
      kind: 'artist',
      title: artist.name,
      facts: `${artist.name} is ${made} of the Swade roster: ${artist.genres.join(', ')}. ${artist.tagline}${track}`,
      path: `/artist/${slug}`,
      at: now,
    },
  ]
}

/** Whether it can be used today, at its own address or on this site. */
const isOpen = ({ url, here }: Platform) => Boolean(url || here)

/** Where a track can be read about: at its artist's, or heard: on every page, the first at hand. */
function artistPath({ artists }: Rooms, name: string): string {
  const card = artists.list().find((one) => one.name.toLowerCase() === name.toLowerCase())
  return card ? `/artist/${card.slug}` : '/'
}

const genreOf = (genre: string) => (genreNames as Record<string, string>)[genre] ?? genre

/** The next few of a list, another part of it each turn. */
function inTurn<Item>(items: readonly Item[], count: number, turn: number): Item[] {
  const begin = items.length === 0 ? 0 : (turn * count) % items.length
  return [...items.slice(begin), ...items.slice(0, begin)].slice(0, count)
}

/** As the reader's calendar says; dates without an hour are the same everywhere. */
const dayOf = (moment: Date, zone: 'utc' | 'America/New_York' = 'America/New_York') =>
  DateTime.fromJSDate(moment, { zone }).setLocale('en-US').toLocaleString(DateTime.DATE_FULL)

function sentences(text: string, count: number): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .split(/(?<=[.!?])\s+(?=[A-Z“"])/)
    .slice(0, count)
    .join(' ')
}
