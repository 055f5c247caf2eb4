import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'
import { hallSocketPath, type ServerMessage } from '#features/venue/hall/hall-rules.ts'
import { ensureBuild } from '../scripts/build.ts'
import { findRequirement, requirements } from '../scripts/test/requirements.ts'
import { readArguments } from '../scripts/usage.ts'
import { residentMb, scratchFolder, startMeasuredSite } from './measured-site.ts'
import { cpuSecondsOf, watchProcess } from './process-watch.ts'
import { type FrameTimes, measureFrames } from './venue/frames.ts'
import { measureTogether } from './venue/together.ts'

/*
 * Measures guests in our own venue on the built site: the frame times of a browser in an empty three.js scene, alone in
 * the 3D room and among 49 others, 50 guests who walk all the time, the time until another guest receives a step, and
 * then 1,000 connections. The site rests for SETTLE (150) seconds before, because a new site renders the pages of its
 * books first; each phase takes SECONDS (20).
 * Goals: p95 of a frame in a full room is at most 1.6 times that of the empty scene, its median at most 1.5 times that
 * of the room alone, 50 guests cost at most 10 % of a core, p95 of a step at most 150 ms, 1,000 connections at most 100
 * MB more memory and pages at most 100 ms (p99).
 *
 * Then two browsers listen to the set list of an event, one of them over a slow line, and a full hall comes back after
 * a restart of the server. Goals: at most 300 ms apart, and everybody back 5 s after the server was stopped. With the
 * argument `together`, only these are measured.
 *
 * Chromium draws without a graphics card here, so its frame times mean something as a ratio only.
 */
const seconds = Number(process.env.SECONDS ?? 20)
const settleSeconds = Number(process.env.SETTLE ?? 150)
const walkers = 50
const crowd = 1_000
const stepMs = 100

type Guest = { socket: WebSocket; id: string; x: number; z: number; onMoved?: (id: string, x: number) => void }

const [phases] = readArguments(
  `Usage: npm run bench:venue -- [together]

  together   only two browsers that listen together, and the return of all guests after a restart`,
  [['all', 'together']],
)
await ensureBuild()
const data = scratchFolder()
if (phases === 'together') {
  try {
    if (!(await printTogether())) process.exitCode = 1
  } finally {
    data.remove()
  }
  process.exit()
}
const site = await startMeasuredSite(data.path)
const guests: Guest[] = []
const browser = await chromium.launch({
  executablePath: findRequirement(requirements.chromium) ?? 'chromium',
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--disable-background-networking',
  ],
})
try {
  await sleep(settleSeconds * 1000)
  const idle = await cpuShare()
  const emptyMb = residentMb(site.pid)

  const frames = await measureFrames(browser, {
    origin: site.origin,
    seconds,
    async fill() {
      for (let count = 0; count < walkers - 1; count += 1) guests.push(await enter())
      const timer = setInterval(() => guests.forEach(walk), stepMs)
      return () => clearInterval(timer)
    },
  })
  guests.push(await enter())
  let walking = setInterval(() => guests.forEach(walk), stepMs)
  const busy = await cpuShare()
  clearInterval(walking)
  walking = setInterval(() => guests.slice(2).forEach(walk), stepMs)
  const steps = await measureSteps()
  clearInterval(walking)

  const usage = watchProcess(site.pid)
  while (guests.length < crowd) guests.push(...(await Promise.all(Array.from({ length: 25 }, enter))))
  const pages = await measurePages()
  const { highestMb } = usage()

  const share = (busy - idle) * 100
  const growthMb = highestMb - emptyMb
  console.log(`idle ${(idle * 100).toFixed(1)} % of a core, ${emptyMb.toFixed(0)} MB`)
  const inMs = ({ median: middle, p95 }: FrameTimes) => `${middle.toFixed(1)} ms (p95 ${p95.toFixed(1)} ms)`
  console.log(
    `frames: empty three.js scene ${inMs(frames.empty)}, room alone ${inMs(frames.alone)}, among 49 others ${inMs(frames.full)}`,
  )
  console.log(`steps: p50 ${steps.p50.toFixed(0)} ms, p95 ${steps.p95.toFixed(0)} ms (${steps.count})`)
  const ratio = frames.full.p95 / frames.empty.p95
  const ofAlone = frames.full.median / frames.alone.median
  const findings: [string, boolean][] = [
    [`p95 of a frame in a full room: ${ratio.toFixed(2)} of an empty three.js scene ≤ 1.6`, ratio <= 1.6],
    [`frame time in a full room: ${ofAlone.toFixed(2)} of that in the room alone ≤ 1.5`, ofAlone <= 1.5],
    [`${walkers} walking guests: ${share.toFixed(1)} % of a core ≤ 10 %`, share <= 10],
    [`p95 of a step ${steps.p95.toFixed(0)} ms ≤ 150 ms`, steps.p95 <= 150],
    [`${crowd} connections: ${growthMb.toFixed(0)} MB ≤ 100 MB`, growthMb <= 100],
    [`pages with ${crowd} connections: p99 ${pages.toFixed(0)} ms ≤ 100 ms`, pages <= 100],
  ]
  const isMet = printFindings(findings)
  for (const { socket } of guests.splice(0)) socket.close()
  await site.stop()
  process.exitCode = (await printTogether()) && isMet ? 0 : 1
} finally {
  for (const { socket } of guests) socket.close()
  await browser.close()
  await site.stop()
  data.remove()
}

/** @returns Whether all goals are met. */
function printFindings(findings: readonly [claim: string, isMet: boolean][]): boolean {
  for (const [claim, isMet] of findings) console.log(`${isMet ? '✓' : '✗'} ${claim}`)
  return findings.every(([, isMet]) => isMet)
}

async function printTogether(): Promise<boolean> {
  const { apart, back } = await measureTogether(data.path)
  const seconds = (ms: number) => (ms / 1000).toFixed(1)
  return printFindings([
    [
      `two guests hear the set list at most ${apart.longestMs.toFixed(0)} ms apart (median ${apart.medianMs.toFixed(0)} ms) ≤ 300 ms`,
      apart.longestMs <= 300,
    ],
    [
      `all ${back.guests} guests back ${seconds(back.afterStopMs)} s after the server was stopped for a restart (${seconds(back.afterReadyMs)} s after it answered again) ≤ 5 s`,
      back.afterStopMs <= 5_000,
    ],
  ])
}

async function enter(): Promise<Guest> {
  const socket = new WebSocket(site.origin.replace('http', 'ws') + hallSocketPath, {
    headers: { origin: site.origin },
  } as unknown as string[])
  const guest: Guest = { socket, id: '', x: 0, z: 0 }
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('close', ({ code }) => reject(new Error(`the connection was closed with ${code}`)))
    socket.addEventListener('open', () => {
      const session = `bench-${Math.random().toString(36).slice(2).padEnd(20, '0')}`
      socket.send(JSON.stringify({ type: 'enter', session }))
    })
    socket.addEventListener('message', ({ data: text }) => {
      // Guests who only walk must not take the processor from the browser that is measured.
      if (guest.id && !guest.onMoved) return
      const message = JSON.parse(text as string) as ServerMessage
      if (message.type === 'welcome') {
        guest.id = message.id
        Object.assign(
          guest,
          message.guests.find(({ id }) => id === message.id),
        )
        resolve()
      } else if (message.type === 'changes' && guest.onMoved) {
        for (const [id, x] of message.moved) guest.onMoved(id, x)
      }
    })
  })
  return guest
}

function walk(guest: Guest): void {
  guest.x = Math.round(Math.min(1200, Math.max(-1200, guest.x + (Math.random() - 0.5) * 60)))
  send(guest)
}

function send({ socket, x, z }: Guest): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: 'move', x, z, heading: 0 }))
}

/** Share of one core that the server uses. */
async function cpuShare(): Promise<number> {
  const before = cpuSecondsOf(site.pid)
  await sleep(seconds * 1000)
  return (cpuSecondsOf(site.pid) - before) / seconds
}

/** Time from a step of one guest until another guest hears of it, while everybody walks. */
async function measureSteps() {
  const [one, other] = guests as [Guest, Guest]
  const times: number[] = []
  for (let count = 0; count < 100; count += 1) {
    const from = performance.now()
    const known = new Promise<void>((resolve) => {
      other.onMoved = (id, x) => {
        if (id === one.id && x === one.x) resolve()
      }
    })
    one.x += count % 2 === 0 ? 10 : -10
    send(one)
    await Promise.race([known, sleep(2_000)])
    times.push(performance.now() - from)
    await sleep(Math.random() * 80)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return { p50: sorted[49] ?? Number.NaN, p95: sorted[94] ?? Number.NaN, count: times.length }
}

/** p99 of the landing page in milliseconds, requested twenty times a second. */
async function measurePages(): Promise<number> {
  const times: number[] = []
  const until = performance.now() + seconds * 1000
  while (performance.now() < until) {
    const from = performance.now()
    await (await fetch(site.origin)).text()
    times.push(performance.now() - from)
    await sleep(50)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
