/*
 * Audio worklet. Browsers that cannot open the microphone at the agent's sample rate need a converter, which the
 * agent's client would load from another host; this one has the name that the client looks for.
 */

/**
 * Creates a converter that averages samples for a lower rate and repeats them for a higher one; speech needs no better
 * filter.
 */
function createConverter(fromRate: number, toRate: number) {
  const step = fromRate / toRate
  let total = 0
  let due = step
  let [sum, count] = [0, 0]
  return {
    full(samples: Float32Array): Float32Array {
      const out: number[] = []
      for (const sample of samples) {
        total += 1
        sum += sample
        count += 1
        if (total < due) continue
        const mean = sum / count
        for (; total >= due; due += step) out.push(mean)
        sum = 0
        count = 0
      }
      // The counter is reset, so that it stays exact in long conversations.
      due -= total
      total = 0
      return Float32Array.from(out)
    },
  }
}

Object.assign(globalThis, {
  LibSampleRate: {
    create: async (_channels: number, fromRate: number, toRate: number) => createConverter(fromRate, toRate),
  },
})
