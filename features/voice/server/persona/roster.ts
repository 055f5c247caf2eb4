import type { PersonaAnswer } from '#features/voice/contract.ts'
import type { RecordIndex } from './record-index.ts'
import { type ArtistRecords, musicOf, notesOf, type PersonaRecord, type PersonaRecords, trackOf } from './records.ts'
import { quote, say } from './reply.ts'
import { openAction } from './wishes.ts'
import { plain, stem, stemSet, wordsOf } from './words.ts'

/** Words that ask for the tracks there are, or for the artists there are, and for nothing else. */
const asksForTracks = stemSet(
  'song track music single album discography record release released recorded featured best main famous play listen hear artist roster other sing sung',
)
const asksForArtists = stemSet('artist roster musician band fam family other else here house sign signed meet name names')

/** The other artist a message names, by the whole name or by what tells it from the house's. */
export function findOther(message: string, { artist, others = [] }: Pick<PersonaRecords, 'artist' | 'others'>): ArtistRecords | undefined {
  const words = wordsOf(message)
  const shared = new Set(wordsOf(artist.name))
  return others.find(({ artist: { name } }) => {
    const own = wordsOf(name).filter((word) => !shared.has(word))
    return own.length > 0 && own.every((word) => words.includes(word))
  })
}

/** Who another artist is, from the card in the roster. */
export function introduce({ artist }: ArtistRecords): PersonaAnswer {
  const track = trackOf(artist)
  return say(`${musicOf(artist)}${track ? ` ${track}` : ''}`, { sources: [notesOf(artist)], actions: [pageAction(artist)] })
}

/** The page of another artist. */
export function pageAction({ name, slug }: ArtistRecords['artist']) {
  return openAction({ title: name, href: `/artist/${slug}` })
}

/** What the records of another artist say of a question; undefined when they say nothing of it. */
export function answerOfOther(message: string, { artist }: ArtistRecords, index: RecordIndex): PersonaAnswer | undefined {
  const names = new Set(wordsOf(artist.name))
  const rest = wordsOf(message).filter((word) => !names.has(word))
  if (index.asked(rest.join(' ')).length === 0) return undefined
  const isTheirs = ({ href, kind }: PersonaRecord) => kind === 'roster' && href.startsWith(`/artist/${artist.slug}#`)
  const [hit] = index.find(rest.join(' '), isTheirs)
  if (!hit || hit.share < 0.6) return undefined
  return { ...quote(hit, undefined), actions: [pageAction(artist)] }
}

/** Which tracks there are: the artist's own, another's, or everybody's; undefined when more is asked. */
export function answerOfTracks(message: string, records: PersonaRecords, index: RecordIndex): PersonaAnswer | undefined {
  const other = findOther(message, records)
  const names = new Set(other ? wordsOf(other.artist.name).map(stem) : [])
  if (!index.asked(message).every((word) => asksForTracks.has(word) || names.has(word))) return undefined
  const isOfAll = !other && / (artists|others|roster|everybodys?) /.test(plain(message))
  if (isOfAll && records.others) {
    const tracks = [records, ...records.others].flatMap(({ artist }) =>
      artist.featuredTrack ? `“${artist.featuredTrack.title}” by ${artist.name}` : [],
    )
    return say(`There are ${tracks.length} featured tracks: ${tracks.join('; ')}.`, {
      sources: [rosterPage],
      actions: [openAction({ title: 'Swade Fam', href: rosterPage.href })],
    })
  }
  const { artist } = other ?? records
  const track = trackOf(artist)
  const source = { label: `Featured track “${artist.featuredTrack?.title}”`, href: `/artist/${artist.slug}#track-heading` }
  const actions = other ? [pageAction(artist)] : []
  return track
    ? say(track, { sources: [source], actions })
    : say(`No track of ${artist.name} is on this site yet.`, { sources: [notesOf(artist)] })
}

/** Who is on the roster; undefined when more is asked. */
export function answerOfRoster(message: string, { artist, others = [] }: PersonaRecords, index: RecordIndex): PersonaAnswer | undefined {
  if (others.length === 0 || !index.asked(message).every((word) => asksForArtists.has(word))) return undefined
  const all = [artist, ...others.map((other) => other.artist)].map(({ name, genres }) => `${name} (${genres.join(', ')})`)
  return say(`There are ${all.length} artists on the roster: ${all.join('; ')}.`, {
    sources: [rosterPage],
    actions: [openAction({ title: 'Swade Fam', href: rosterPage.href })],
  })
}

const rosterPage = { label: 'Swade Fam', href: '/swade-fam' }
