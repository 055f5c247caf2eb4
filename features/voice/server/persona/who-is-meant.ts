import type { ArtistRecords, PersonaRecords } from './records.ts'
import { plain, wordsOf } from './words.ts'

/** The artist of this page and the others of the roster. */
type Roster = Pick<PersonaRecords, 'artist' | 'others'>

/** The other artists a message names, by the whole name or by what tells it from the house's. */
export function othersIn(message: string, { artist, others }: Roster): ArtistRecords[] {
  const words = wordsOf(message)
  const shared = new Set(wordsOf(artist.name))
  return others.filter(({ artist: { name } }) => {
    const own = wordsOf(name).filter((word) => !shared.has(word))
    return own.length > 0 && own.every((word) => words.includes(word))
  })
}

/** The first of them. */
export function findOther(message: string, roster: Roster): ArtistRecords | undefined {
  return othersIn(message, roster)[0]
}

/** The other artist whose track a message names. */
export function findByTrack(message: string, { others }: Roster): ArtistRecords | undefined {
  const spoken = plain(message)
  return others.find(({ artist: { featuredTrack } }) => featuredTrack && spoken.includes(plain(featuredTrack.title)))
}

/** Whether the name all artists share stands alone, for the founder's. */
export function isAboutHouse(message: string, { artist }: Roster): boolean {
  const [first, ...house] = wordsOf(artist.name)
  const words = wordsOf(message)
  return house.some((word) => words.includes(word)) && !words.includes(first!)
}

/** Whether the artist of this page is meant by the name that is theirs alone, and not a kind of music such as Bossa Nova. */
export function isNamed(message: string, { artist, others }: Roster): boolean {
  const genres = [artist, ...others.map((other) => other.artist)].flatMap((each) => each.genres.map(plain))
  const spoken = genres.reduce((rest, genre) => rest.replaceAll(genre, ' '), plain(message))
  return wordsOf(spoken).includes(wordsOf(artist.name)[0]!)
}

/** Whether the artist of this page is asked about, beyond being asked to speak. */
export function isPersonal(message: string, roster: Roster): boolean {
  const said = message.replace(
    /\b(can|could|would|will|do|did) you (please )?(tell|explain|describe|know|show|help|say|give|list|name)\b/g,
    ' ',
  )
  return isNamed(message, roster) || /\b(you|your|yours|she|her|hers|the (singer|artist))\b/.test(said)
}

/** Whether something is to be explained or found, such as “what is AI music?” or “is there a music program?”, and nobody is meant. */
export function isAboutThing(message: string, roster: Roster): boolean {
  if (/^(is|are) there\b/.test(message))
    return !/\b(you|behind|real|humans?|persons?|people|robots?|bots?|artists?|singers?|anyone|anybody|someone|somebody)\b/.test(message)
  const isAboutSomebody = isPersonal(message, roster) || findOther(message, roster) || /\b(he|his|him|they|artists?|this$)\b/.test(message)
  return /^(what|how|why)\b/.test(message) && !isAboutSomebody
}
