import type { PersonaAnswer } from '#features/voice/contract.ts'
import type { RecordIndex } from './record-index.ts'
import { type ArtistRecords, musicOf, notesOf, type PersonaRecord, type PersonaRecords, trackOf } from './records.ts'
import { quote, say } from './reply.ts'
import { findOther } from './who-is-meant.ts'
import { openAction } from './wishes.ts'
import { countOf, plain, wordsOf } from './words.ts'

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

/** Which tracks there are: the artist's own, another's, or everybody's. */
export function answerOfTracks(message: string, records: PersonaRecords): PersonaAnswer {
  const other = findOther(message, records)
  const isOfAll = !other && / (artists|others|roster|everybodys?) /.test(plain(message))
  if (isOfAll) {
    const tracks = [records, ...records.others].flatMap(({ artist }) =>
      artist.featuredTrack ? `“${artist.featuredTrack.title}” by ${artist.name}` : [],
    )
    const list = tracks.length > 0 ? `: ${tracks.join('; ')}` : ''
    return say(`The roster has ${countOf(tracks.length, 'featured track')}${list}.`, {
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

/** Whether an artist is a person, as far as the records tell. */
export function realityOf({ name, aiGenerated }: ArtistRecords['artist']): string {
  return aiGenerated ? `${name} is an AI-generated artist, not a person.` : `The records of this site do not call ${name} AI-generated.`
}

/** Which artists of the roster are AI-generated. */
export function realityOfRoster({ artist, others }: PersonaRecords): PersonaAnswer {
  const all = [artist, ...others.map((other) => other.artist)]
  const generated = all.filter(({ aiGenerated }) => aiGenerated)
  const isAll = generated.length === all.length
  const names = generated.map(({ name }) => name).join('; ')
  const text =
    isAll && all.length > 1
      ? `All ${all.length} artists on the roster are AI-generated.`
      : `Of ${countOf(all.length, 'artist')} on the roster the records call ${generated.length} AI-generated${names && `: ${names}`}.`
  return say(text, { sources: [rosterPage], actions: [openAction({ title: 'Swade Fam', href: rosterPage.href })] })
}

/** Who is on the roster; undefined when nobody else is. */
export function answerOfRoster({ artist, others }: PersonaRecords): PersonaAnswer | undefined {
  if (others.length === 0) return undefined
  const all = [artist, ...others.map((other) => other.artist)].map(({ name, genres }) => `${name} (${genres.join(', ')})`)
  return say(`There are ${all.length} artists on the roster: ${all.join('; ')}.`, {
    sources: [rosterPage],
    actions: [openAction({ title: 'Swade Fam', href: rosterPage.href })],
  })
}

const rosterPage = { label: 'Swade Fam', href: '/swade-fam' }
