import { highPass, lowPass } from './filter.ts'
import { eachChannel, sampleRate, silence, type Stereo } from './stereo.ts'

/** A ping-pong echo whose repeats darken; returns only the wet sound. */
export function pingPong(dry: Stereo, seconds: number, feedback: number, brightness = 3200): Stereo {
  const wet = silence(dry.left.length / sampleRate)
  const length = Math.round(seconds * sampleRate)
  const tone = { left: [lowPass(brightness), highPass(220)], right: [lowPass(brightness), highPass(220)] }
  for (let i = length; i < wet.left.length; i++) {
    const from = i - length
    const input = (dry.left[from]! + dry.right[from]!) * 0.5
    wet.left[i] = tone.left[1]!(tone.left[0]!(input + wet.right[from]! * feedback))
    wet.right[i] = tone.right[1]!(tone.right[0]!(wet.left[from]! * feedback))
  }
  return wet
}

/** Tape that does not run quite even: `depthMs` of slow wow, plus a little faster flutter. */
export function wow(sound: Stereo, depthMs: number, rate = 0.55): void {
  const depth = (depthMs / 1000) * sampleRate
  for (const channel of [sound.left, sound.right]) {
    const source = channel.slice()
    for (let i = 0; i < channel.length; i++) {
      const t = i / sampleRate
      const back = depth * (1.1 + Math.sin(2 * Math.PI * rate * t) + 0.08 * Math.sin(2 * Math.PI * 6.3 * t))
      channel[i] = interpolated(source, i - back)
    }
  }
}

/** Two moving copies beside the dry sound, apart left and right. */
export function chorus(sound: Stereo, mix = 0.4, rate = 0.7, depthMs = 2.4): void {
  const depth = (depthMs / 1000) * sampleRate
  const base = 0.012 * sampleRate
  ;[sound.left, sound.right].forEach((channel, side) => {
    const source = channel.slice()
    for (let i = 0; i < channel.length; i++) {
      const turn = 2 * Math.PI * rate * (i / sampleRate) + side * 1.9
      const copies =
        interpolated(source, i - base - depth * Math.sin(turn)) +
        interpolated(source, i - base * 1.4 - depth * Math.sin(turn * 1.31 + 2))
      channel[i] = source[i]! * (1 - mix * 0.35) + copies * mix * 0.5
    }
  })
}

/** Electric-piano tremolo: the sound walks between left and right. */
export function autoPan(sound: Stereo, rate: number, depth: number): void {
  for (let i = 0; i < sound.left.length; i++) {
    const place = depth * Math.sin((2 * Math.PI * rate * i) / sampleRate)
    sound.left[i]! *= 1 - place
    sound.right[i]! *= 1 + place
  }
}

/** Soft saturation; `drive` 1 is nearly clean, 4 is thick. Loudness at low level is kept. */
export function saturate(sound: Stereo, drive: number): void {
  eachChannel(sound, () => (sample) => Math.tanh(sample * drive) / drive)
}

/** An old sampler's converter: fewer steps, fewer samples, then a gentle filter. */
export function sampler(sound: Stereo, bits: number, holdFrames: number, cutoff: number): void {
  const levels = 2 ** (bits - 1)
  eachChannel(sound, () => {
    const tone = lowPass(cutoff)
    let held = 0
    return (sample, frame) => {
      if (frame % holdFrames === 0) held = Math.round(sample * levels) / levels
      return tone(held)
    }
  })
}

function interpolated(source: Float32Array, place: number): number {
  if (place < 0) return 0
  const whole = Math.floor(place)
  const part = place - whole
  const next = whole + 1 < source.length ? source[whole + 1]! : 0
  return source[whole]! * (1 - part) + next * part
}
