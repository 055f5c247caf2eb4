/** Bytes analysed at the beginning and in the middle: half a minute or more of most tracks. */
const pieceBytes = 512 * 1024

/**
 * Analyses two pieces of a selected file before it is uploaded.
 *
 * @returns Sentences that may help; none of them stops anybody. Empty where the browser cannot listen.
 */
export async function checkBeforeUpload(file: File): Promise<string[]> {
  const other = await otherKind(file)
  if (other) return [`This file is actually ${other}. Only MP3 files are accepted.`]
  if (!('OfflineAudioContext' in globalThis)) return []
  const head = await decode(file.slice(0, pieceBytes))
  const middle =
    file.size > 3 * pieceBytes ? await decode(file.slice(file.size / 2, file.size / 2 + pieceBytes)) : undefined
  if (!head && !middle) return ['Your browser cannot play this file. Make sure that it is an MP3.']
  const heard = [head, middle].filter((piece) => piece !== undefined)
  const loudest = Math.max(...heard.map(({ rms }) => rms))
  const peak = Math.max(...heard.map((piece) => piece.peak))
  const hints: string[] = []
  if (peak < 0.001) return ['The parts of this file that we checked are silent.']
  if (head && head.leadSeconds > 3)
    hints.push(`The track begins with  ${Math.round(head.leadSeconds)} seconds of silence.`)
  if (loudest < 0.03) hints.push('The track is very quiet. Other tracks will be much louder.')
  if (heard.some(({ clippedShare }) => clippedShare > 0.001)) hints.push('The track seems to clip.')
  return hints
}

const otherKinds: readonly (readonly [beginning: string, at: number, name: string])[] = [
  ['RIFF', 0, 'a WAV'],
  ['fLaC', 0, 'a FLAC'],
  ['OggS', 0, 'an Ogg file'],
  ['FORM', 0, 'an AIFF'],
  ['ftyp', 4, 'an M4A or MP4'],
  ['%PDF', 0, 'a PDF'],
  ['PK\u0003\u0004', 0, 'a ZIP'],
]

/** Detects other file types with an MP3 file name, which a browser may play but the station cannot. */
async function otherKind(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const beginning = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return otherKinds.find(([word, at]) => beginning.startsWith(word, at))?.[2]
}

type Piece = { peak: number; rms: number; leadSeconds: number; clippedShare: number }

// A context that never plays: nothing of this is heard, and what plays goes on.
async function decode(part: Blob): Promise<Piece | undefined> {
  try {
    const sound = await new OfflineAudioContext(2, 1, 44_100).decodeAudioData(await part.arrayBuffer())
    return measure(sound)
  } catch {
    return undefined
  }
}

function measure(sound: AudioBuffer): Piece {
  const samples = sound.getChannelData(0)
  let peak = 0
  let power = 0
  let lead = -1
  let clipped = 0
  let run = 0
  for (let index = 0; index < samples.length; index += 1) {
    const size = Math.abs(samples[index]!)
    power += size * size
    if (size > peak) peak = size
    if (lead < 0 && size > 0.001) lead = index
    run = size > 0.999 ? run + 1 : 0
    if (run >= 3) clipped += 1
  }
  return {
    peak,
    rms: Math.sqrt(power / samples.length),
    leadSeconds: (lead < 0 ? samples.length : lead) / sound.sampleRate,
    clippedShare: clipped / samples.length,
  }
}
