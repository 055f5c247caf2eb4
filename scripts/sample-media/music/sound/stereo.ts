export const sampleRate = 44100

/** Two channels of samples; 1 is full scale, and values beyond it are allowed until the master. */
export type Stereo = { left: Float32Array; right: Float32Array }

export function silence(seconds: number): Stereo {
  const frames = Math.ceil(seconds * sampleRate)
  return { left: new Float32Array(frames), right: new Float32Array(frames) }
}

/** Adds `source` onto `target` with a gain and a place from -1 (left) to 1 (right), at equal power. */
export function addInto(target: Stereo, source: Stereo, gain = 1, pan = 0): void {
  const angle = ((pan + 1) * Math.PI) / 4
  const toLeft = gain * Math.cos(angle) * Math.SQRT2
  const toRight = gain * Math.sin(angle) * Math.SQRT2
  const frames = Math.min(target.left.length, source.left.length)
  for (let i = 0; i < frames; i++) {
    target.left[i]! += source.left[i]! * toLeft
    target.right[i]! += source.right[i]! * toRight
  }
}

/** Runs each channel through its own copy of a processor. */
export function eachChannel(sound: Stereo, make: () => (sample: number, frame: number) => number): void {
  for (const channel of [sound.left, sound.right]) {
    const process = make()
    for (let i = 0; i < channel.length; i++) channel[i] = process(channel[i]!, i)
  }
}

/** Scales the difference of the channels: 0 is mono, 1 leaves it, 1.3 is a little wider. */
export function widen(sound: Stereo, width: number): void {
  for (let i = 0; i < sound.left.length; i++) {
    const middle = (sound.left[i]! + sound.right[i]!) / 2
    const side = ((sound.left[i]! - sound.right[i]!) / 2) * width
    sound.left[i] = middle + side
    sound.right[i] = middle - side
  }
}

export function decibels(gain: number): number {
  return 20 * Math.log10(Math.max(gain, 1e-9))
}

export function gainOf(db: number): number {
  return 10 ** (db / 20)
}

export function frequencyOf(pitch: number): number {
  return 440 * 2 ** ((pitch - 69) / 12)
}
