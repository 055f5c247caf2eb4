import type { Random } from '../score/random.ts'
import { bandPass, highPass, lowPass } from './filter.ts'
import type { Instrument } from './instrument.ts'
import { sampleRate, silence } from './stereo.ts'

/** A drum is one function of time: the sample at `t` seconds after the stroke. */
type Drum = (random: Random, velocity: number) => { seconds: number; sampleAt: (t: number) => number }

/** Plays every note with one synthesized drum, whatever its pitch. */
export function drumMachine(drum: Drum): Instrument {
  return (notes, seconds, random) => {
    const sound = silence(seconds)
    for (const note of notes) {
      const stroke = drum(random, note.velocity)
      const start = Math.round(note.start * sampleRate)
      const total = Math.min(sound.left.length - start, Math.ceil(stroke.seconds * sampleRate))
      for (let k = 0; k < total; k++) {
        const fade = Math.min(1, (total - k) / 200)
        const sample = stroke.sampleAt(k / sampleRate) * note.velocity * fade
        sound.left[start + k]! += sample
        sound.right[start + k]! += sample
      }
    }
    return sound
  }
}

/**
 * @property hertz Where the tone settles. @property drop How many times higher it starts. @property click Level of the
 * beater.
 */
export function kick(settings: {
  hertz: number
  drop: number
  dropSeconds: number
  decay: number
  click: number
  drive: number
}): Drum {
  return (random) => {
    let phase = 0
    const edge = highPass(1800)
    return {
      seconds: settings.decay * 6,
      sampleAt: (t) => {
        phase += (settings.hertz * (1 + (settings.drop - 1) * Math.exp(-t / settings.dropSeconds))) / sampleRate
        const body = Math.sin(2 * Math.PI * phase) * Math.exp(-t / settings.decay) * Math.min(1, t / 0.0008)
        const click = edge(random() * 2 - 1) * Math.exp(-t / 0.004) * settings.click
        return Math.tanh((body + click) * settings.drive) / Math.tanh(settings.drive)
      },
    }
  }
}

export function snare(settings: { hertz: number; tone: number; noiseDecay: number; bright: number }): Drum {
  return (random, velocity) => {
    const top = highPass(700)
    const roof = lowPass(settings.bright * (0.7 + 0.3 * velocity))
    let phase = 0
    return {
      seconds: settings.noiseDecay * 6 + 0.1,
      sampleAt: (t) => {
        phase += (settings.hertz * (1 + 0.9 * Math.exp(-t / 0.012))) / sampleRate
        const body =
          settings.tone *
          (Math.sin(2 * Math.PI * phase) + 0.5 * Math.sin(2 * Math.PI * phase * 1.78)) *
          Math.exp(-t / 0.07)
        const wires =
          roof(top(random() * 2 - 1)) * (0.55 * Math.exp(-t / settings.noiseDecay) + 0.45 * Math.exp(-t / 0.02))
        return Math.tanh(1.4 * (body + wires)) * 0.7
      },
    }
  }
}

/** Several hands: three quick bursts and a tail. */
export function clap(settings: { hertz: number; decay: number }): Drum {
  return (random) => {
    const band = bandPass(settings.hertz, 1.1)
    const top = highPass(500)
    const gaps = [0, 0.0105 + random() * 0.002, 0.0215 + random() * 0.003]
    return {
      seconds: settings.decay * 6 + 0.05,
      sampleAt: (t) => {
        const bursts = gaps.reduce((sum, gap) => sum + (t >= gap ? Math.exp(-(t - gap) / 0.005) : 0), 0)
        const tail = t >= gaps[2]! ? Math.exp(-(t - gaps[2]!) / settings.decay) : 0
        return top(band(random() * 2 - 1)) * (bursts * 0.7 + tail) * 1.6
      },
    }
  }
}

const metal = [2.0, 3.0, 4.16, 5.43, 6.79, 8.21]

/** Six clashing squares and a little noise through a high-pass: closed when `decay` is short, open when long. */
export function hat(settings: { decay: number; bright?: number }): Drum {
  return (random, velocity) => {
    const { decay, bright = 7200 } = settings
    const top = highPass(bright * (0.85 + 0.2 * velocity))
    const roof = lowPass(11500)
    const phases = metal.map(() => random())
    const length = decay * (0.75 + 0.5 * velocity)
    return {
      seconds: length * 6,
      sampleAt: (t) => {
        let clash = 0
        metal.forEach((ratio, k) => {
          phases[k] = (phases[k]! + (205 * ratio) / sampleRate) % 1
          clash += phases[k] < 0.5 ? 1 : -1
        })
        return roof(top(clash * 0.18 + (random() * 2 - 1) * 0.55)) * Math.exp(-t / length) * Math.min(1, t / 0.0006)
      },
    }
  }
}

/** Seeds in a shell: the grains gather before they fall, so the attack is soft. */
export function shaker(settings: { hertz: number; seconds: number }): Drum {
  return (random, velocity) => {
    const band = bandPass(settings.hertz, 0.9)
    const top = highPass(3000)
    const length = settings.seconds * (0.7 + 0.4 * velocity)
    return {
      seconds: length * 2.2,
      sampleAt: (t) =>
        top(band(random() * 2 - 1)) *
        Math.min(1, t / (length * 0.28)) *
        Math.exp(-Math.max(0, t - length * 0.28) / (length * 0.3)) *
        1.5,
    }
  }
}

export function rim(settings: { hertz: number }): Drum {
  return (random) => ({
    seconds: 0.12,
    sampleAt: (t) =>
      (Math.sin(2 * Math.PI * settings.hertz * t) + 0.6 * Math.sin(2 * Math.PI * settings.hertz * 2.71 * t)) *
        Math.exp(-t / 0.013) +
      (random() - 0.5) * Math.exp(-t / 0.003),
  })
}

/** A rising wash of noise that opens towards its end: a riser when played long, a breath when short. */
export function riser(settings: { seconds: number; from: number; to: number }): Drum {
  return (random) => {
    let low = 0
    let band = 0
    return {
      seconds: settings.seconds,
      sampleAt: (t) => {
        const progress = Math.min(1, t / settings.seconds)
        const f = 2 * Math.sin((Math.PI * settings.from * (settings.to / settings.from) ** progress) / sampleRate)
        const high = random() * 2 - 1 - low - 0.6 * band
        band += f * high
        low += f * band
        return band * progress ** 2
      },
    }
  }
}

/** A crash made of filtered noise: long, dark enough to sit behind the band. */
export function wash(settings: { decay: number; bright: number }): Drum {
  return (random) => {
    const top = highPass(2600)
    const roof = lowPass(settings.bright)
    return {
      seconds: settings.decay * 5,
      sampleAt: (t) => roof(top(random() * 2 - 1)) * Math.exp(-t / settings.decay) * Math.min(1, t / 0.003),
    }
  }
}
