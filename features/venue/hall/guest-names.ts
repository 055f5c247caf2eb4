import { hashOf } from '#shared/chladni-random.ts'

const firstParts = (
  'Amber Velvet Copper Silver Quiet Golden Midnight Paper Crystal Cobalt Ivory ' +
  'Scarlet Indigo Maple Winter Summer Electric Hollow Gentle Lunar Solar Misty ' +
  'Echoing Floating Humming Roaming Distant Northern Southern Coastal Cedar Marble'
).split(' ')
const lastParts = (
  'Cymbal Fader Needle Reverb Chord Tempo Vinyl Cassette Encore Octave Sonata ' +
  'Heron Otter Sparrow Fox Lark Raven Falcon Badger Marten Swift Finch ' +
  'Lantern Harbor Meadow River Comet Ember Orchard Canyon Prairie Lagoon'
).split(' ')

/** Number of different names. */
export const nameCount = firstParts.length * lastParts.length

/**
 * Returns the name of a guest, chosen by the id from a generated list.
 *
 * @param isTaken Returns whether another guest in the hall has a name; then the next free one is chosen, if there is
 * one.
 */
export function nameGuest(id: string, isTaken: (name: string) => boolean = () => false): string {
  const start = hashOf(id) % nameCount
  const nameAt = (index: number) =>
    `${firstParts[index % firstParts.length]!} ${lastParts[Math.floor(index / firstParts.length)]!}`
  for (let step = 0; step < nameCount; step += 1) {
    const name = nameAt((start + step) % nameCount)
    if (!isTaken(name)) return name
  }
  return nameAt(start)
}
