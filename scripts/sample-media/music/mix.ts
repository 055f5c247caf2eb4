import { perform, type Played } from './score/performance.ts'
import { seededRandom } from './score/random.ts'
import { clockFor, type Clock } from './score/time.ts'
import type { Part, Song, Track } from './song.ts'
import { compress, duck } from './sound/dynamics.ts'
import { pingPong } from './sound/effects.ts'
import { highPass, sweepableLowPass } from './sound/filter.ts'
import { playingLoudness } from './sound/loudness.ts'
import { plateReverb } from './sound/plate-reverb.ts'
import { balanceTone } from './sound/tone-balance.ts'
import { addInto, eachChannel, gainOf, sampleRate, silence, widen, type Stereo } from './sound/stereo.ts'

const automationFrames = 64

/** Performs, plays and mixes a track; the result is not mastered and may exceed full scale. */
export async function mix(track: Track, only?: string): Promise<Stereo> {
  const song = track.compose()
  const clock = clockFor(song.tempo, song.beats)
  const seconds = clock(song.beats) + song.tailSeconds
  const beatAt = beatsByBlock(clock, seconds)
  const performed = new Map<string, Played[]>()
  for (const part of song.parts) {
    performed.set(
      part.name,
      perform(part.notes, clock, part.feel ?? {}, seededRandom(`${track.file} ${part.name} hands`)),
    )
  }

  const bus = silence(seconds)
  const toPlate = silence(seconds)
  const toEcho = silence(seconds)
  for (const part of song.parts) {
    if (only && part.name !== only) continue
    const notes = performed.get(part.name) as Played[]
    const sound = await part.instrument(notes, seconds, seededRandom(`${track.file} ${part.name} sound`))
    place(sound, part, beatAt, performed)
    addInto(bus, sound, 1, part.pan ?? 0)
    if (part.plate !== undefined) addInto(toPlate, sound, gainOf(part.plate), part.pan ?? 0)
    if (part.echo !== undefined) addInto(toEcho, sound, gainOf(part.echo), part.pan ?? 0)
  }
  if (song.echo) {
    const echoes = pingPong(toEcho, (60 / song.tempo.bpm) * song.echo.beats, song.echo.feedback, song.echo.brightness)
    addInto(bus, echoes)
    addInto(toPlate, echoes, 0.3)
  }
  addInto(bus, plateReverb(toPlate, song.plate))
  finish(bus, song)
  return bus
}

function place(sound: Stereo, part: Part, beatAt: Float64Array, performed: Map<string, Played[]>): void {
  part.shape?.(sound)
  const tone = part.tone ?? []
  for (const channel of [sound.left, sound.right]) {
    const filters = tone.map((make) => make())
    if (filters.length === 0) break
    for (let i = 0; i < channel.length; i++) {
      let sample = channel[i]!
      for (const filter of filters) sample = filter(sample)
      channel[i] = sample
    }
  }
  const loudness = playingLoudness(sound)
  if (loudness === -Infinity) throw new Error(`the part "${part.name}" is silent`)
  const gain = gainOf(part.level - loudness)
  eachChannel(sound, () => {
    const filter = part.sweep && sweepableLowPass(0.9)
    let cutoff = 0
    let level = gain
    let target = gain
    return (sample, frame) => {
      if (frame % automationFrames === 0) {
        const beat = beatAt[frame / automationFrames]!
        if (part.sweep) cutoff = part.sweep(beat)
        if (part.fade) target = gain * part.fade(beat)
      }
      level += (target - level) * 0.004
      return (filter ? filter(sample, cutoff) : sample) * level
    }
  })
  if (part.width !== undefined) widen(sound, part.width)
  if (part.duck) {
    const strikes = performed.get(part.duck.by)
    if (!strikes) throw new Error(`"${part.name}" ducks by an unknown part "${part.duck.by}"`)
    duck(
      sound,
      strikes.map((note) => note.start),
      part.duck.depth,
      part.duck.releaseMs,
    )
  }
}

function finish(bus: Stereo, song: Song): void {
  const filters = [() => highPass(24), ...(song.polish ?? [])]
  for (const make of filters) eachChannel(bus, make)
  balanceTone(bus)
  if (song.glue) compress(bus, song.glue)
}

/** The beat at the start of each automation block, by walking the clock forward. */
function beatsByBlock(clock: Clock, seconds: number): Float64Array {
  const blocks = Math.ceil((seconds * sampleRate) / automationFrames) + 1
  const beats = new Float64Array(blocks)
  let beat = 0
  for (let block = 0; block < blocks; block++) {
    const time = (block * automationFrames) / sampleRate
    while (clock(beat) < time) beat += 1 / 48
    beats[block] = beat
  }
  return beats
}
