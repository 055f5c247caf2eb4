const silenceLevel = 0.001
const fullScale = 0.999
/** Shortest run of samples at full scale that counts as clipping. */
const shortestRun = 3

/** Silence in seconds (under −60 dB), and samples in runs at full scale. */
export type Faults = {
  clippedSamples: number
  silence: { leadSeconds: number; tailSeconds: number; longestSeconds: number }
}

/** Creates a detector for clipping and silence in decoded audio. */
export function createFaultDetector(
  sampleRate: number,
  channels: number,
): { add(channelData: readonly Float32Array[]): void; read(): Faults } {
  const runs = new Uint32Array(channels)
  let clippedSamples = 0
  let quiet = 0
  let lead = -1
  let longest = 0
  const seconds = (samples: number) => Math.round((100 * samples) / sampleRate) / 100
  return {
    add(channelData) {
      const length = channelData[0]!.length
      for (let index = 0; index < length; index += 1) {
        let loudest = 0
        for (let channel = 0; channel < channels; channel += 1) {
          const size = Math.abs(channelData[channel]![index]!)
          if (size > loudest) loudest = size
          if (size < fullScale) runs[channel] = 0
          else {
            runs[channel]! += 1
            if (runs[channel] === shortestRun) clippedSamples += shortestRun
            else if (runs[channel]! > shortestRun) clippedSamples += 1
          }
        }
        if (loudest < silenceLevel) quiet += 1
        else {
          if (lead < 0) lead = quiet
          else if (quiet > longest) longest = quiet
          quiet = 0
        }
      }
    },
    read: () => ({
      clippedSamples,
      silence: {
        leadSeconds: seconds(lead < 0 ? quiet : lead),
        tailSeconds: seconds(quiet),
        longestSeconds: seconds(longest),
      },
    }),
  }
}
