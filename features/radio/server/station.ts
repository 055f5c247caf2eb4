import { randomUUID } from 'node:crypto'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#platform/database/open-database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { type NowPlaying, type RadioService, type Recording, streamEndpoint } from '#features/radio/contract.ts'
import { NowPlayingPublisher } from './now-playing-publisher.ts'
import { frameMs, Plan, type Play } from './plan.ts'
import { Playout } from './playout.ts'
import { FrameSequencer } from './frame-sequencer.ts'
import { chooseRecording } from './rotation.ts'
import { AudioCache, type Sound } from './audio-cache.ts'
import { StationClock } from './station-clock.ts'
import { reportStation } from './station-report.ts'
import { machineTime, type StationTime } from './station-time.ts'
import type { RotationLibrary } from './rotation-library.ts'
import { burstMs, Transmitter } from './transmitter.ts'

type Log = { info(details: object, message: string): void; warn(details: object, message: string): void }

type Options = {
  db: Database['db']
  /** Recordings that can be played; read at each choice, so that changes take effect. */
  library: RotationLibrary
  /** True if this process may extend the plan; other processes still play it. */
  mayLead: boolean
  origin: string
  /** Returns the name of the station. */
  stationName: () => string
  /** Contains the recordings that are not in the content folder. */
  storage?: Pick<Storage, 'withFile'>
  clock: Clock
  time?: StationTime
  log: Log
}

/** The built-in station. Nothing runs before `start`; `service` can be used at any time. */
export type Station = {
  service: RadioService
  /** Id of this process within the station; new with every start. */
  process: string
  transmitter: Transmitter
  /** Returns whether the station is on air. */
  isOnAir(): boolean
  /** Returns the bitrate of the current recording in kbit/s. */
  bitrate(): number
  isLeader(): boolean
  /** Starts the station; resolves once the plan was read or the database failed, and the first audio is loaded. */
  start(): Promise<void>
  /** Reads the plan now, because another process changed it. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

/** Time before now at which a starting station begins, so that it has a burst to send. */
const leadMs = burstMs + 1000

/** Creates the built-in station. */
export function createStation({
  db,
  library,
  mayLead,
  origin,
  stationName,
  storage,
  clock: machineClock,
  time = machineTime,
  log,
}: Options): Station {
  const process = randomUUID()
  const clock = new StationClock(machineClock, () => time.steadyMs())
  const plan = new Plan()
  const audioCache = new AudioCache({ log, nowMs: () => clock.nowMs(), storage })
  const publisher = new NowPlayingPublisher({ now: nowPlaying, time, log })
  const sequencer = new FrameSequencer({ plan, soundFor, leadMs })
  const transmitter = new Transmitter({
    clock,
    time,
    sequencer,
    titleOf: ({ play }) => {
      const { title, artist } = announced(play) ?? play
      return `${artist} - ${title}`
    },
    onTick: () => publisher.check(),
    onCount: () => publisher.check(),
  })
  const playout = new Playout({
    db,
    plan,
    clock,
    time,
    audioCache,
    library,
    mayLead,
    process,
    leadMs: burstMs,
    listeners: () => transmitter.count(),
    onHeartbeat: prepare,
    log,
  })

  /** Returns a recording as it was at the time of a play. */
  function find(recordingId: string, { startsAtMs }: Play): Recording | undefined {
    return library.recordingOf({ recordingId, startsAtMs })
  }

  /** Returns the recording of a play, or the same replacement in every process if it left the library. */
  function planned(play: Play): Recording | undefined {
    return library.recordingOf(play) ?? replacementOf(play, () => true)
  }

  /** Returns the recording that this process plays: the planned one unless its file cannot be read here. */
  function cast(play: Play): Recording | undefined {
    const isUsable = (recording: Recording) => audioCache.isUsable(recording)
    const wanted = planned(play)
    return wanted && isUsable(wanted) ? wanted : replacementOf(play, isUsable)
  }

  /**
   * Returns the recording that is announced for a play. Only the leader, which plans readable files, announces its own
   * replacement: a file that is missing on another host must not make that process announce a different station.
   */
  function announced(play: Play): Recording | undefined {
    return playout.isLeader() ? cast(play) : planned(play)
  }

  function replacementOf(play: Play, isEligible: (recording: Recording) => boolean): Recording | undefined {
    const neighbours = [play.position - 1, play.position + 1].map((position) => plan.find(position)?.recordingId ?? '')
    const others = library.recordings().filter((one) => one.id !== play.recordingId && isEligible(one))
    return chooseRecording(play.position, neighbours, others)
  }

  function soundFor(play: Play): Sound | undefined {
    const recording = cast(play)
    return recording && audioCache.find(recording.id)
  }

  /** Loads the current and the next recordings and evicts all others. */
  function prepare(): Promise<void> {
    const sounding = sequencer.sounding()
    const current = plan.at(clock.nowMs())
    // The audio being sent may be slightly behind the present. Before the first frame, the burst begins further back.
    const first = sounding?.play ?? plan.firstAfter(clock.nowMs() - leadMs)
    const plays = [first, first && plan.find(first.position + 1), current, current && plan.find(current.position + 1)]
    const wanted = new Map(
      plays.flatMap((play) => (play ? [cast(play)] : [])).map((recording) => [recording?.id, recording]),
    )
    if (sounding) wanted.set(sounding.recordingId, find(sounding.recordingId, sounding.play))
    return audioCache.retain([...wanted.values()].filter((recording) => recording !== undefined))
  }

  function nowPlaying(): NowPlaying {
    const nowMs = clock.nowMs()
    const current = transmitter.isOnAir() ? plan.at(nowMs) : undefined
    const next = current && plan.find(current.position + 1)
    const past = current
      ? plan.all().filter((play) => play.position < current.position && play.startsAtMs < current.startsAtMs)
      : []
    return reportStation({
      name: stationName(),
      origin,
      listenUrl: origin + streamEndpoint.path,
      nowMs,
      current: current && { play: current, recording: announced(current) },
      next: next && { play: next, recording: announced(next) },
      history: past
        .slice(-10)
        .toReversed()
        .map((play) => ({ play, recording: library.recordingOf(play) })),
      listeners: transmitter.count() + playout.listenersElsewhere(),
      burstMs,
    })
  }

  // The heartbeat stops while the database hangs, but the next recording must be loaded all the same.
  let endPreparing: (() => void) | undefined
  return {
    process,
    service: {
      listenUrl: () => origin + streamEndpoint.path,
      nowPlaying,
      subscribe: (listener) => publisher.add(listener),
      problems: () => audioCache.problems(),
    },
    transmitter,
    isOnAir: () => transmitter.isOnAir(),
    bitrate() {
      const sound = audioCache.find(sequencer.sounding()?.recordingId ?? '')
      return sound ? Math.round((sound.bytes.length * 8) / (sound.frameCount * frameMs(sound.sampleRate))) : 0
    },
    isLeader: () => playout.isLeader(),
    async start() {
      endPreparing ??= time.every(500, prepare)
      transmitter.start()
      await playout.start()
      await prepare()
    },
    refresh: () => playout.refresh(),
    async stop() {
      endPreparing?.()
      endPreparing = undefined
      await Promise.all([transmitter.stop(), playout.stop()])
    },
  }
}
