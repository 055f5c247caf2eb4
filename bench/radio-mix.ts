import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import type { Recording } from '../features/radio/contract.ts'
import { endsAtMs, Plan } from '../features/radio/server/plan.ts'
import { FrameSequencer } from '../features/radio/server/frame-sequencer.ts'
import { AudioCache } from '../features/radio/server/audio-cache.ts'
import { stationFormat } from '../features/radio/server/station-format.ts'
import { convertSound } from '../platform/recordings/conversion/convert.ts'
import { findFrames } from '../platform/recordings/frames/mp3-frames.ts'
import { createWorkQueue } from '../platform/threads/work-queue.ts'
import { findRequirement, requirements } from '../scripts/test/requirements.ts'
import { readArguments } from '../scripts/usage.ts'
import { root } from './measured-site.ts'

/*
 * Converts forty tracks of many sample rates, channels, bitrates, levels and tags as the site does, sends them by the
 * station's own sequencer with an accelerated clock, and decodes them by ffmpeg, mpv and Chromium, and once more
 * unconverted. Needs ffmpeg, mpv and Chromium. Goals: no decoder error, no silence over 100 ms at a join, every track
 * −16 ± 1 LUFS with true peak ≤ −1 dB as ffmpeg measures it.
 *
 *   npm run bench:radio-mix            two hours of sound: 40 tracks of three minutes
 *   npm run bench:radio-mix -- 20      shorter tracks, in seconds
 */
const [seconds] = readArguments('Usage: npm run bench:radio-mix -- [seconds of each track, 180]', [180])
const count = 40
const goals = { longestGapMs: 100 }

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'swade-mix-'))
const sources = [
  'luma-swade/glass-arcade',
  'nova-swade/slow-voltage',
  'rio-swade/copper-sand',
  'juno-swade/mirrorball-math',
  'sable-swade/last-table-by-the-window',
]

/** Differences of the tracks, as options of ffmpeg. */
const kinds: string[][] = [
  ['-ar', '48000', '-b:a', '192k'],
  ['-ar', '44100', '-ac', '1', '-b:a', '96k'],
  ['-ar', '22050', '-b:a', '64k'],
  ['-ar', '32000', '-b:a', '160k'],
  ['-ar', '16000', '-ac', '1', '-b:a', '32k'],
  ['-q:a', '2'],
  ['-q:a', '5', '-write_xing', '0'],
  ['-ar', '48000', '-q:a', '9', '-write_xing', '0'],
  ['-b:a', '320k', '-metadata', 'title=日本語 🎧', '-id3v2_version', '3', '-write_id3v1', '1'],
  ['-ar', '24000', '-ac', '1', '-b:a', '48k'],
  ['-af', 'volume=-20dB', '-b:a', '256k'],
  ['-af', 'volume=12dB,alimiter=limit=1', '-b:a', '320k'],
  ['-af', 'adelay=3000|3000,apad=pad_dur=9', '-b:a', '192k'],
  ['-af', `afade=t=in:d=4,afade=t=out:st=${seconds * 0.6}:d=${seconds * 0.4}`, '-b:a', '192k'],
  ['-ar', '11025', '-ac', '1', '-b:a', '32k'],
  ['-ar', '8000', '-ac', '1', '-b:a', '32k'],
]

/** Longer than the silence at a join, shorter than a track. */
const aroundJoinSeconds = 3

type Track = { file: string; sent: Buffer; seconds: number; lufs: number; peakDb: number }

try {
  const inTurn = createWorkQueue(availableParallelism(), count)
  const began = performance.now()
  const tracks = await Promise.all(Array.from({ length: count }, (_, index) => inTurn(() => makeTrack(index))))
  console.log(
    `${count} tracks of about ${seconds} s made and converted in ${((performance.now() - began) / 1000).toFixed(0)} s`,
  )
  const joined = join(folder, 'on-air.mp3')
  const { sound: broadcast, joins } = await broadcastOf(tracks)
  writeFileSync(joined, broadcast)
  const asSent = join(folder, 'as-sent.mp3')
  writeFileSync(asSent, Buffer.concat(tracks.map(({ sent }) => sent)))

  const levels = tracks.map(({ lufs }) => lufs)
  const { complaints, longestGapMs, seconds: heardSeconds } = hearWithFfmpeg(joined, joins)
  const mpv = spawnSync(
    'mpv',
    ['--no-config', '--no-video', '--ao=pcm', '--ao-pcm-file=/dev/null', '--msg-level=all=error', joined],
    {
      encoding: 'utf8',
    },
  )
  const inChromium = await hearInChromium(joined)
  const gapInChromiumMs = await longestGapInChromium(broadcast, joins)
  const before = await hearInChromium(asSent)
  const verdicts: [string, boolean][] = [
    [
      `loudness ${Math.min(...levels)} to ${Math.max(...levels)} LUFS`,
      levels.every((lufs) => Math.abs(lufs + 16) <= 1),
    ],
    [
      `highest true peak ${Math.max(...tracks.map(({ peakDb }) => peakDb))} dB`,
      tracks.every(({ peakDb }) => peakDb <= -1),
    ],
    [`longest silence at a join ${longestGapMs.toFixed(0)} ms`, longestGapMs <= goals.longestGapMs],
    [`ffmpeg decodes ${(heardSeconds / 60).toFixed(1)} minutes with ${complaints} complaints`, complaints === 0],
    [
      `mpv says '${(mpv.stdout + mpv.stderr).trim().slice(0, 200)}' and ends with ${mpv.status}`,
      mpv.status === 0 && mpv.stderr === '',
    ],
    [`Chromium: ${inChromium.told}`, inChromium.isWhole],
    [`Chromium's longest silence at a join ${gapInChromiumMs.toFixed(0)} ms`, gapInChromiumMs <= goals.longestGapMs],
  ]
  for (const [claim, isKept] of verdicts) console.log(`${isKept ? '✓' : '✗'} ${claim}`)
  console.log(`  before conversion, Chromium: ${before.told}`)
  process.exitCode = verdicts.every(([, isKept]) => isKept) ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function makeTrack(index: number): Promise<Track> {
  const [source, sent, onAir] = [
    join(root, 'content/artists', `${sources[index % sources.length]!}.mp3`),
    join(folder, `${index}.mp3`),
    join(folder, `${index}-on-air.mp3`),
  ]
  // Cut by a filter: seeking within a file that is repeated confuses its timestamps.
  const cut = `atrim=start=${index}:duration=${seconds},asetpts=PTS-STARTPTS`
  const kind = kinds[index % kinds.length]!
  const filters = kind[0] === '-af' ? [`${cut},${kind[1]}`, ...kind.slice(2)] : [cut, ...kind]
  await run('ffmpeg', [
    '-v',
    'error',
    '-stream_loop',
    '-1',
    '-i',
    source,
    '-t',
    String(seconds + 12),
    '-af',
    ...filters,
    sent,
  ])
  const outcome = await convertSound({ path: sent, format: stationFormat, niceness: 0 })
  if (!outcome.ok || !outcome.result.ok)
    throw new Error(`track ${index}: ${outcome.ok ? JSON.stringify(outcome.result) : outcome.reason}`)
  const bytes = outcome.result.sound.mp3 ?? readFileSync(sent)
  writeFileSync(onAir, bytes)
  const { stderr } = await run('ffmpeg', [
    '-hide_banner',
    '-nostats',
    '-i',
    onAir,
    '-af',
    'ebur128=peak=true',
    '-f',
    'null',
    '-',
  ])
  const summary = stderr.slice(stderr.lastIndexOf('Summary'))
  const figure = (name: RegExp) => Number(name.exec(summary)?.[1])
  return {
    file: onAir,
    sent: framesOf(readFileSync(sent)),
    seconds: outcome.result.sound.durationSeconds,
    lufs: figure(/I:\s+(-?[\d.]+) LUFS/),
    peakDb: figure(/Peak:\s+(-?[\d.]+) dBFS/),
  }
}

/** Returns only the MPEG frames of a file, as the station sends them. */
function framesOf(file: Buffer): Buffer {
  const frames = findFrames(file)
  if ('refused' in frames) throw new Error(frames.refused)
  return Buffer.concat(
    Array.from({ length: frames.count }, (_, index) => file.subarray(frames.starts[index], frames.ends[index])),
  )
}

/**
 * Returns everything that a listener receives from the first track to the last, and the seconds at which tracks meet.
 */
async function broadcastOf(tracks: readonly Track[]): Promise<{ sound: Buffer; joins: number[] }> {
  const audioCache = new AudioCache({ log: console, nowMs: () => 0 })
  const plan = new Plan()
  const recordings = tracks.map(({ file, seconds: durationSeconds }, index): Recording => ({
    id: `track:${index}`,
    title: '',
    artist: '',
    album: '',
    genre: '',
    artistUrl: null,
    art: '',
    levelsUrl: null,
    file,
    durationSeconds,
  }))
  for (const [index, recording] of recordings.entries()) {
    const length = await audioCache.measure(recording)
    if (!length) throw new Error(`track ${index}: ${audioCache.problems()[0]?.reason}`)
    const last = plan.last()
    const startsAtMs = last ? endsAtMs(last) : 0
    plan.append({ ...length, position: index + 1, recordingId: recording.id, title: '', artist: '', startsAtMs })
  }
  const sequencer = new FrameSequencer({ plan, soundFor: ({ recordingId }) => audioCache.find(recordingId), leadMs: 0 })
  const pieces: Buffer[] = []
  for (let nowMs = 0; nowMs < endsAtMs(plan.last()!) + 400; nowMs += 400) {
    const position = plan.at(nowMs)?.position ?? tracks.length
    await audioCache.retain(recordings.slice(position - 1, position + 1))
    for (const { bytes } of sequencer.advance(nowMs)) pieces.push(bytes)
  }
  return {
    sound: Buffer.concat(pieces),
    joins: plan
      .all()
      .slice(0, -1)
      .map((play) => endsAtMs(play) / 1000),
  }
}

/** Looks for silence within a second of every join; silence within a track belongs to the track. */
function hearWithFfmpeg(
  path: string,
  joins: readonly number[],
): { complaints: number; longestGapMs: number; seconds: number } {
  const result = spawnSync(
    'ffmpeg',
    ['-hide_banner', '-nostats', '-v', 'info', '-i', path, '-af', 'silencedetect=n=-50dB:d=0.02', '-f', 'null', '-'],
    {
      encoding: 'utf8',
      maxBuffer: 1e9,
    },
  )
  const silences = [...result.stderr.matchAll(/silence_end: ([\d.]+) \| silence_duration: ([\d.]+)/g)].map(
    ([, end, length]) => ({
      end: Number(end),
      length: Number(length),
    }),
  )
  const atJoins = silences.filter(({ end, length }) => joins.some((join) => join > end - length - 1 && join < end + 1))
  return {
    complaints: result.stderr.split('\n').filter((line) => /error|invalid|missing|overread|backstep/i.test(line))
      .length,
    longestGapMs: 1000 * Math.max(0, ...atJoins.map(({ length }) => length)),
    seconds: Number(
      /time=(\d+):(\d+):([\d.]+)[^\n]*$/m
        .exec(result.stderr.replaceAll('\r', '\n'))
        ?.slice(1)
        .reduce((sum, part) => sum * 60 + Number(part), 0),
    ),
  }
}

/** Plays a file as an endless stream at sixteen times its speed. */
async function hearInChromium(path: string): Promise<{ told: string; isWhole: boolean }> {
  return inPage(
    readFileSync(path),
    `new Promise((resolve) => {
      const audio = document.querySelector('audio')
      const tell = (isWhole, words) => resolve({ isWhole, told: words + ' at ' + audio.currentTime.toFixed(1) + ' s' })
      audio.onerror = () => tell(false, audio.error.message)
      audio.onended = () => tell(true, 'whole, it ended')
      audio.defaultPlaybackRate = 16
      audio.src = '/sound.mp3'
      audio.play().catch((error) => tell(false, String(error)))
    })`,
  )
}

/** Decodes some seconds around every join and looks for the longest silence near it. */
async function longestGapInChromium(broadcast: Buffer, joins: readonly number[]): Promise<number> {
  const bytesPerSecond = (stationFormat.bitrateKbps * 1000) / 8
  const cuts = joins.map((join) =>
    [join - aroundJoinSeconds, join + aroundJoinSeconds].map((at) => Math.round(at * bytesPerSecond)),
  )
  return inPage(
    broadcast,
    `(async () => {
      const sound = await (await fetch('/sound.mp3')).arrayBuffer()
      const context = new OfflineAudioContext(2, 1, ${stationFormat.sampleRate})
      let longest = 0
      for (const [from, to] of ${JSON.stringify(cuts)}) {
        const decoded = await context.decodeAudioData(sound.slice(from, to))
        const [left, right] = [decoded.getChannelData(0), decoded.getChannelData(1)]
        const middle = left.length / 2
        let quiet = 0
        for (let at = Math.floor(middle - decoded.sampleRate); at < middle + decoded.sampleRate; at += 1) {
          quiet = Math.abs(left[at]) < 0.00316 && Math.abs(right[at]) < 0.00316 ? quiet + 1 : 0
          longest = Math.max(longest, quiet / decoded.sampleRate)
        }
      }
      return longest * 1000
    })()`,
  )
}

/** Works something out in a page that finds the sound at /sound.mp3, a stream without a length. */
async function inPage<Result>(sound: Buffer, script: string): Promise<Result> {
  const server = createServer((request, response) => {
    if (request.url === '/') return void response.setHeader('content-type', 'text/html').end('<audio></audio>')
    response.writeHead(200, { 'content-type': 'audio/mpeg', 'cache-control': 'no-store', 'accept-ranges': 'none' })
    const send = (from: number): void => {
      if (from >= sound.length) return void response.end()
      if (response.write(sound.subarray(from, from + 64_000))) setTimeout(send, 5, from + 64_000)
      else response.once('drain', () => send(from + 64_000))
    }
    send(0)
  }).listen(0, '127.0.0.1')
  const browser = await chromium.launch({
    executablePath: findRequirement(requirements.chromium) ?? 'chromium',
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--autoplay-policy=no-user-gesture-required',
      '--mute-audio',
    ],
  })
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    return await page.evaluate<Result>(script)
  } finally {
    await browser.close()
    server.closeAllConnections()
    server.close()
  }
}
