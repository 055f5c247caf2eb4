import { globSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startIcecast } from '#tests/support/icecast.ts'
import { ensureBuild } from '../scripts/build.ts'
import { expectNoArguments } from '../scripts/usage.ts'
import { residentMb, root, scratchFolder, startMeasuredSite } from './measured-site.ts'
import { type Usage, watchProcess } from './process-watch.ts'
import { type CrowdReport, listenAsCrowd } from './stream-listeners.ts'

/*
 * Measures many listeners on the built site, then the same number on Icecast, which ffmpeg feeds the same recordings.
 * LISTENERS (2000) and SECONDS (300) of each. The site rests for SETTLE (150) seconds before, because a new site
 * renders the pages of its books first. Needs `icecast2` and `ffmpeg`. Goals: everybody receives at least 127 kbit/s of
 * 128, nobody waits longer than 1 s, at most 150 MB more memory, at most 1.5 times Icecast's CPU.
 */
expectNoArguments(`Measures many listeners on the built site, then the same number on Icecast.

  npm run bench:radio-listeners`)
const crowdSize = Number(process.env.LISTENERS ?? 2000)
const seconds = Number(process.env.SECONDS ?? 300)
const settleSeconds = Number(process.env.SETTLE ?? 150)
const goals = { leastKilobits: 127, longestGapMs: 1000 }

type Result = { crowd: CrowdReport; usage: Usage; emptyMb: number }

await ensureBuild()
const ours = await measureSite()
const theirs = await measureIcecast()
print('this site, one process', ours)
print('icecast2', theirs)

const ratio = ours.usage.cpuSeconds / theirs.usage.cpuSeconds
const growthMb = ours.usage.highestMb - ours.emptyMb
const verdicts: [string, boolean][] = [
  [`every listener ≥ ${goals.leastKilobits} kbit/s`, ours.crowd.starved === 0 && ours.crowd.errors.size === 0],
  [`no gap > ${goals.longestGapMs} ms`, ours.crowd.longGaps === 0],
  [`memory growth ${growthMb.toFixed(0)} MB ≤ 150 MB`, growthMb <= 150],
  [`CPU ratio to Icecast ${ratio.toFixed(2)} ≤ 1.5`, ratio <= 1.5],
]
for (const [claim, isKept] of verdicts) console.log(`${isKept ? '✓' : '✗'} ${claim}`)
process.exit(verdicts.every(([, isKept]) => isKept) ? 0 : 1)

async function measureSite(): Promise<Result> {
  const data = scratchFolder()
  const site = await startMeasuredSite(data.path)
  try {
    const url = `${site.origin}/radio/stream.mp3`
    await untilSounding(url)
    await sleep(settleSeconds * 1000)
    return await measure(url, site.pid)
  } finally {
    await site.stop()
    data.remove()
  }
}

async function measureIcecast(): Promise<Result> {
  const recordings = globSync('content/artists/*/*.mp3', { cwd: root }).map((path) => join(root, path))
  const icecast = await startIcecast(recordings, { mostListeners: crowdSize })
  try {
    // Its burst fills at the speed of playback.
    await sleep(5000)
    return await measure(icecast.streamUrl, icecast.pid)
  } finally {
    await icecast.stop()
  }
}

async function measure(url: string, pid: number): Promise<Result> {
  const emptyMb = residentMb(pid)
  const whole = watchProcess(pid)
  let cpuSeconds = 0
  const crowd = await listenAsCrowd({
    url,
    listeners: crowdSize,
    seconds,
    goals,
    during() {
      const stop = watchProcess(pid)
      return () => ({ cpuSeconds } = stop())
    },
  })
  return { crowd, emptyMb, usage: { cpuSeconds, highestMb: whole().highestMb } }
}

async function untilSounding(url: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    const ending = new AbortController()
    const { status } = await fetch(url, { signal: ending.signal })
    ending.abort()
    if (status === 200) return
  }
  throw new Error('the station did not go on the air within 30 s')
}

function print(name: string, { crowd, usage, emptyMb }: Result): void {
  const perListener = (usage.cpuSeconds / seconds / crowd.listeners) * 1000
  const growth = usage.highestMb - emptyMb
  console.log(`${name}: ${crowd.listeners} listeners for ${seconds} s`)
  console.log(
    `  rate        worst ${crowd.lowestKilobits.toFixed(2)} kbit/s, median ${crowd.medianKilobits.toFixed(2)}, ${crowd.starved} below ${goals.leastKilobits}`,
  )
  console.log(
    `  gaps        longest ${crowd.longestGapMs.toFixed(0)} ms, ${crowd.longGaps} over ${goals.longestGapMs} ms`,
  )
  console.log(
    `  errors      ${[...crowd.errors].map(([reason, count]) => `${count} × ${reason}`).join(', ') || 'none'}`,
  )
  console.log(`  CPU         ${usage.cpuSeconds.toFixed(2)} s, ${perListener.toFixed(3)} ms a second for each listener`)
  console.log(
    `  memory      ${emptyMb.toFixed(0)} MB empty, ${usage.highestMb.toFixed(0)} MB at most, ${((growth * 1024) / crowd.listeners).toFixed(1)} KB a listener`,
  )
  console.log(`  load        ${crowd.ownCores.toFixed(2)} cores, blocked for up to ${crowd.deafMs.toFixed(0)} ms`)
}
