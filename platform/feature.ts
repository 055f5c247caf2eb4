import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { Contributions } from '#shared/contributions.ts'
import type { Services } from '#shared/services.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { ContentEdits } from './content-edits/content-edits.ts'
import type { EditableKind } from './content-edits/editable-kind.ts'
import type { Changes } from './database/changes.ts'
import type { Database } from './database/open-database.ts'
import type { Job, JobRole, PeriodicJob, ProcessJob, QueuedJob } from './jobs/job.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Outbox } from './mailer/outbox.ts'
import type { AnalyseRecording } from './recordings/recording-analyser.ts'
import type { ReadRecording } from './recordings/recording-reader.ts'
import type { Storage } from './storage/storage.ts'

/** Platform clients and process-wide functions that every feature is created with. */
export type ProcessDeps = {
  /**
   * With the owner's values over it and `DATA_DIR` absolute. Read its properties where they are used: the owner may
   * change them.
   */
  config: Config
  /** The configuration as the environment says, without the owner's values. */
  environmentConfig: Config
  /** Absolute path of `content/`. */
  contentDir: string
  database: Database
  db: Database['db']
  storage: Storage
  outbox: Outbox
  /** Queues background work, and makes periodic work due. */
  jobs: Jobs
  /** Tells of what other processes have written. */
  changes: Changes
  /** Reads outline and levels of a recording in a thread of its own; one for the whole process. */
  analyseRecording: AnalyseRecording
  /** Reads every recording that is uploaded, whoever sends it. */
  readRecording: ReadRecording
  edits: ContentEdits
  clock: Clock
  log: FastifyBaseLogger
  /** Rendered pages of this process: `clear` forgets them because what they show has changed. */
  pageCache: { clear(): void; measure(): { count: number; bytes: number } }
  /** Whether this process runs work of a role. */
  runs(role: JobRole): boolean
  /**
   * Returns what the features created so far offer of one kind, in the order of `server/features.ts`. Ask each time it
   * is used.
   */
  collect<Kind extends keyof FeatureContributions>(kind: Kind): NonNullable<FeatureContributions[Kind]>[]
  /**
   * Returns the services of all features, also of those listed later.
   *
   * @throws Error while features are still being
   * created.
   */
  allServices(): Services
}

/** Dependencies of one feature: those of the process, and the services it names of features listed before it. */
export type FeatureDeps<Needed extends keyof Services = never> = ProcessDeps & { features: Pick<Services, Needed> }

/**
 * Origins of other sites that pages may frame, load from or connect to, and frames that may ask for microphone and
 * camera.
 */
export type ExternalOrigins = {
  frames?: readonly string[]
  media?: readonly string[]
  images?: readonly string[]
  connect?: readonly string[]
  microphone?: readonly string[]
  camera?: readonly string[]
}

/** How the body of one address may come slowly: a large file from a phone takes minutes. */
export type SlowUpload = {
  path: RegExp
  /** From the first byte to the last. */
  maxMs: number
  /** Every so often this much must have come, or the line counts as held open on purpose. */
  everyMs: number
  minBytes: number
  /** Whatever is said of its length, nothing beyond this is read. */
  maxBytes: number
}

/**
 * What a feature offers to the server and to other features that ask all alike; each is collected where it is needed.
 */
export type FeatureContributions = Partial<Contributions> & {
  externalOrigins?(): ExternalOrigins
  slowUploads?: readonly SlowUpload[]
  /** Kinds of content the owner edits, in the order of the Content tab. */
  editable?: readonly EditableKind[]
  /** Whether the feature shows generated artwork of this name where no page says so in its `handle`. */
  isFigure?(name: string): boolean
  /** Lines of the greeting after a start, prepared before anybody can connect. */
  startupLines?(): Promise<[label: string, text: string][]>
  /**
   * Says which stored files a start must not collect as garbage.
   *
   * @param options.isAlone No other process can be storing
   * anything.
   */
  referencedFiles?(options: { isAlone: boolean }): Promise<(key: string) => boolean | Promise<boolean>>
}

/** Everything `create` of a feature may return; what else it returns is for tests. */
export type FeatureInstance = FeatureContributions & {
  /** What page loaders and other features may ask; typed in the contract. */
  services?: Partial<Services>
  /** Hooks and guards that stand before the routes of every feature. */
  hooks?: FastifyPluginAsync
  routes?: FastifyPluginAsync
  jobs?: readonly Job[]
  /** Reads what must be known before the first request, in every process. */
  ready?(): Promise<void>
  /** Frees what `create` and `ready` took; runs once, after all jobs have stopped. */
  close?(): Promise<void> | void
}

/**
 * Declares the one server entry of a feature, listed in `server/features.ts`.
 *
 * @param feature.create Builds the feature without starting anything. The second parameter is for waits and costs that
 *   tests make smaller.
 */
export function defineFeature<
  const Name extends string,
  Deps extends ProcessDeps,
  Parts extends FeatureInstance,
  Tuning = object,
>(feature: { name: Name; create(deps: Deps, tuning?: Tuning): Parts }) {
  return feature
}

/** Declares background work: `server/start.ts` runs it in the processes of its role until the site closes. */
export function defineJob(job: ProcessJob | PeriodicJob): Job
export function defineJob<Data extends object>(job: QueuedJob<Data>): Job
export function defineJob(job: Job): Job {
  return job
}
