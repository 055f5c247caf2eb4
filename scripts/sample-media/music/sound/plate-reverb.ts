import { silence, type Stereo } from './stereo.ts'

/** @property decay 0.3 a small room … 0.93 a cathedral. @property damping 0 bright … 0.8 dark. */
export type Plate = { decay: number; damping: number; predelayMs?: number }

/**
 * Jon Dattorro's plate ("Effect Design, part 1", 1997), its delays scaled from 29,761 Hz; returns only the wet sound.
 */
export function plateReverb(dry: Stereo, plate: Plate): Stereo {
  const { decay, damping, predelayMs = 18 } = plate
  const frames = dry.left.length
  const wet = silence(frames / 44100)
  const predelay = new Ring(Math.round(predelayMs * 44.1) + 1)
  const diffusers = (
    [
      [142, 0.75],
      [107, 0.75],
      [379, 0.625],
      [277, 0.625],
    ] as const
  ).map(([length, gain]) => new Allpass(scaled(length), gain))
  const left = new Tank(672, 4453, 1800, 3720, 1)
  const right = new Tank(908, 4217, 2656, 3163, 1.13)
  let bandwidth = 0

  for (let i = 0; i < frames; i++) {
    predelay.push((dry.left[i]! + dry.right[i]!) * 0.5)
    bandwidth += 0.85 * (predelay.last() - bandwidth)
    let sample = bandwidth
    for (const diffuser of diffusers) sample = diffuser.next(sample)
    const fromLeft = left.tail()
    const fromRight = right.tail()
    left.next(sample + decay * fromRight, decay, damping, i)
    right.next(sample + decay * fromLeft, decay, damping, i)
    wet.left[i] =
      0.6 *
      (right.first.at(scaled(266)) +
        right.first.at(scaled(2974)) -
        right.second.at(scaled(1913)) +
        right.third.at(scaled(1996)) -
        left.first.at(scaled(1990)) -
        left.second.at(scaled(187)) -
        left.third.at(scaled(1066)))
    wet.right[i] =
      0.6 *
      (left.first.at(scaled(353)) +
        left.first.at(scaled(3627)) -
        left.second.at(scaled(1228)) +
        left.third.at(scaled(2673)) -
        right.first.at(scaled(2111)) -
        right.second.at(scaled(335)) -
        right.third.at(scaled(121)))
  }
  return wet
}

function scaled(samples: number): number {
  return Math.round((samples * 44100) / 29761)
}

class Ring {
  readonly samples: Float32Array
  head = 0
  constructor(length: number) {
    this.samples = new Float32Array(length)
  }
  push(sample: number): void {
    this.samples[this.head] = sample
    this.head = this.head + 1 === this.samples.length ? 0 : this.head + 1
  }
  /** The oldest sample. */
  last(): number {
    return this.samples[this.head]!
  }
  at(age: number): number {
    const place = this.head - 1 - age
    return this.samples[place < 0 ? place + this.samples.length : place]!
  }
}

class Allpass {
  readonly ring: Ring
  readonly gain: number
  constructor(length: number, gain: number) {
    this.ring = new Ring(length)
    this.gain = gain
  }
  next(sample: number): number {
    const delayed = this.ring.last()
    const fed = sample - this.gain * delayed
    this.ring.push(fed)
    return delayed + this.gain * fed
  }
}

/** One half of the figure-of-eight: modulated allpass, delay, damping, allpass, delay. */
class Tank {
  readonly moving: Ring
  readonly movingLength: number
  readonly speed: number
  readonly first: Ring
  readonly second: Ring
  readonly secondGain = 0.5
  readonly third: Ring
  damped = 0
  constructor(moving: number, first: number, second: number, third: number, speed: number) {
    this.movingLength = scaled(moving)
    this.moving = new Ring(this.movingLength + 40)
    this.speed = (2 * Math.PI * 0.9 * speed) / 44100
    this.first = new Ring(scaled(first))
    this.second = new Ring(scaled(second))
    this.third = new Ring(scaled(third))
  }
  tail(): number {
    return this.third.last()
  }
  next(sample: number, decay: number, damping: number, frame: number): void {
    const age = this.movingLength + 16 + 14 * Math.sin(this.speed * frame)
    const whole = Math.floor(age)
    const part = age - whole
    const delayed = this.moving.at(whole - 1) * (1 - part) + this.moving.at(whole) * part
    const fed = sample + 0.7 * delayed
    this.moving.push(fed)
    const spread = delayed - 0.7 * fed
    const late = this.first.last()
    this.first.push(spread)
    this.damped += (1 - damping) * (late - this.damped)
    const input = this.damped * decay
    const echo = this.second.last()
    const kept = input - this.secondGain * echo
    this.second.push(kept)
    this.third.push(echo + this.secondGain * kept)
  }
}
