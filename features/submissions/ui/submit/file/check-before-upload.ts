/** Number of bytes analyzed at the beginning and in the middle: half a minute or more of most tracks. */
const pieceBytes = 512 * 1024

/** A hint about a file, by its key in the catalogue. */
export type FileHint =
  | { hint: 'unplayable' | 'silent' | 'quiet' | 'clips' }
  | { hint: 'otherKind'; kind: string }
  | { hint: 'silenceLead'; seconds: number }

/**
 * Analyzes two pieces of a selected file before it is uploaded.
 *
 * @returns Hints that may help; none of them prevents sending. Empty if the browser cannot decode audio.
 */
export async function checkBeforeUpload(file: File): Promise<FileHint[]> {
  const other = await otherKind(file)
  if (other) return [{ hint: 'otherKind', kind: other }]
  if (!('OfflineAudioContext' in globalThis)) return []
  const head = await decode(file.slice(0, pieceBytes))
  const middle =
    file.size > 3 * pieceBytes ? await decode(file.slice(file.size / 2, file.size / 2 + pieceBytes)) : undefined
  if (!head && !middle) return [{ hint: 'unplayable' }]
  const pieces = [head, middle].filter((piece) => piece !== undefined)
  const loudest = Math.max(...pieces.map(({ rms }) => rms))
  const peak = Math.max(...pieces.map((piece) => piece.peak))
  const hints: FileHint[] = []
  if (peak < 0.001) return [{ hint: 'silent' }]
  if (head && head.leadSeconds > 3) hints.push({ hint: 'silenceLead', seconds: Math.round(head.leadSeconds) })
  if (loudest < 0.03) hints.push({ hint: 'quiet' })
  if (pieces.some(({ clippedShare }) => clippedShare > 0.001)) hints.push({ hint: 'clips' })
  return hints
}

const otherKinds: readonly (readonly [beginning: string, at: number, name: string])[] = [
  ['RIFF', 0, 'wav'],
  ['fLaC', 0, 'flac'],
  ['OggS', 0, 'ogg'],
  ['FORM', 0, 'aiff'],
  ['ftyp', 4, 'mp4'],
  ['%PDF', 0, 'pdf'],
  ['PK\u0003\u0004', 0, 'zip'],
]

/** Detects other file types with an MP3 file name, which a browser may play but the station cannot. */
async function otherKind(file: File): Promise<string | undefined> {
  const bytes = new Uint8Array(await file.slice(0, 8).arrayBuffer())
  const beginning = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return otherKinds.find(([word, at]) => beginning.startsWith(word, at))?.[2]
}

type Piece = { peak: number; rms: number; leadSeconds: number; clippedShare: number }

// Uses an audio context that never plays, so other audio continues.
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
